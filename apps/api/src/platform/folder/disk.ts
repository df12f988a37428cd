import { statfsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { diskFull } from '../errors.ts';

const MIB = 1024 * 1024;
/** Two segments of the database's log: without room for the next one the embedded database ends. */
const FULL_BELOW = 32 * MIB;
const LOW_BELOW = 512 * MIB;
const FRESH_MS = 1000;

/** Room on the disk of the data. `low`: time to act. `full`: what is left is for what has been answered already. */
export type Disk = () => { state: 'ok' | 'low' | 'full'; freeMib: number };

/** The disk of a folder, looked at once a second at most. */
export function diskOf(folder: string, read: typeof statfsSync = statfsSync): Disk {
  let known = { at: Number.NEGATIVE_INFINITY, free: Number.POSITIVE_INFINITY };
  return () => {
    const at = performance.now();
    if (at - known.at >= FRESH_MS) known = { at, free: freeOf(folder, read) };
    const { free } = known;
    const state = free < FULL_BELOW ? 'full' : free < LOW_BELOW ? 'low' : 'ok';
    return { state, freeMib: Math.floor(free / MIB) };
  };
}

/** A disk that somebody else watches. */
export const unmonitoredDisk: Disk = () => ({ state: 'ok', freeMib: Number.POSITIVE_INFINITY });

function freeOf(folder: string, read: typeof statfsSync): number {
  try {
    const { bavail, bsize } = read(folder);
    return bavail * bsize;
  } catch {
    // A file system that does not tell is not one that is full.
    return Number.POSITIVE_INFINITY;
  }
}

const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Refuses what may write while the disk is full, before anything is read or done; reading goes on. */
export function refuseWritesWhenFull(app: FastifyInstance, disk: Disk) {
  app.addHook('onRequest', ({ method }, _reply, done) =>
    done(WRITING.includes(method) && disk().state === 'full' ? diskFull() : undefined),
  );
}
