import { readFileSync } from 'node:fs';
import { readConfig } from '../../src/config/config.ts';
import { start } from '../../src/start.ts';

// A server that reports its memory on request. Started by measure.ts with --expose-gc.

/** Bytes: resident memory, used JavaScript heap, total heap, memory of the embedded database, and the remainder. */
export type Reading = { resident: number; used: number; heap: number; database: number; other: number };

/** The linear memory of the embedded database is the one private mapping of this size; PostgreSQL has none here. */
const LARGEST_KIB = 128 * 1024;

function residentOfDatabase(): number {
  const mappings = readFileSync('/proc/self/smaps', 'utf8').split(/\n(?=[0-9a-f]+-[0-9a-f]+ )/);
  const kib = (mapping: string, field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(mapping)?.[1] ?? 0);
  return mappings
    .filter((mapping) => kib(mapping, 'Size') >= LARGEST_KIB)
    .reduce((sum, mapping) => sum + kib(mapping, 'Rss') * 1024, 0);
}

function read(): Reading {
  globalThis.gc?.();
  const { rss: resident, heapUsed: used, heapTotal: heap } = process.memoryUsage();
  const database = residentOfDatabase();
  return { resident, used, heap, database, other: resident - heap - database };
}

const { url, stop } = await start(readConfig(process.env));
process.on('message', async (asked) => {
  if (asked === 'read') process.send?.(read());
  if (asked === 'stop') {
    await stop();
    process.exit(0);
  }
});
process.send?.(url);
