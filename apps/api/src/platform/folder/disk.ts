import { statfsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { diskFull } from '../errors.ts';

const MIB = 1024 * 1024;
/** Two segments of the write-ahead log. The embedded database stops when the next segment does not fit. */
const FULL_BELOW = 32 * MIB;
const LOW_BELOW = 512 * MIB;
const FRESH_MS = 1000;

/**
 * Returns the free space on the data disk. `low`: the operator should act. `full`: the remaining space is for data that is already
 * committed.
 */
export type Disk = () => { state: 'ok' | 'low' | 'full'; freeMib: number };

/** Returns a function that reads the free space of a folder's disk, at most once a second. */
export function createDiskReader(folder: string, read: typeof statfsSync = statfsSync): Disk {
  let known = { at: Number.NEGATIVE_INFINITY, free: Number.POSITIVE_INFINITY };
  return () => {
    const at = performance.now();
    if (at - known.at >= FRESH_MS) known = { at, free: readFreeBytes(folder, read) };
    const { free } = known;
    const state = free < FULL_BELOW ? 'full' : free < LOW_BELOW ? 'low' : 'ok';
    return { state, freeMib: Math.floor(free / MIB) };
  };
}

/** A disk that this server does not monitor. */
export const unmonitoredDisk: Disk = () => ({ state: 'ok', freeMib: Number.POSITIVE_INFINITY });

function readFreeBytes(folder: string, read: typeof statfsSync): number {
  try {
    const { bavail, bsize } = read(folder);
    return bavail * bsize;
  } catch {
    // A file system that does not report its free space does not count as full.
    return Number.POSITIVE_INFINITY;
  }
}

const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Refuses calls that may write while the disk is full, before the body is read. Reads continue. */
export function refuseWritesWhenFull(app: FastifyInstance, disk: Disk) {
  app.addHook('onRequest', ({ method }, _reply, done) =>
    done(WRITING.includes(method) && disk().state === 'full' ? diskFull() : undefined),
  );
}
