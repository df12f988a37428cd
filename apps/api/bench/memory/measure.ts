import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { hostileCalls } from './hostile-calls.ts';
import { createSender } from './sender.ts';
import type { Reading } from './served.ts';

// Measures whether the memory of the server stops growing under hostile calls:
//   node bench/memory/measure.ts      with a temporary embedded database, or with the one in DATABASE_URL
//   MEMORY_CALLS=20000 …              instead of 200,000 calls
const { MEMORY_CALLS = '200000', DATABASE_URL } = process.env;
const CALLS = Number(MEMORY_CALLS);
const STEPS = 20;
const AT_ONCE = 16;
/** Maximum growth in the second half, as a share of the first half. */
const SLACK = 1.05;

const folder = mkdtempSync(join(tmpdir(), 'referral-dashboard-memory-'));
const env = { DATA_DIR: folder };
const told = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`.padStart(9);

/** Creates the demo data in a separate process, because creating it takes more memory than serving it. */
if (DATABASE_URL === undefined) await (await startChild(env)).stop();
const server = await startChild(env);
const sender = createSender(server.url, AT_ONCE);
const loot = await sender.loot();
const calls = hostileCalls(1, loot);
const readings: Reading[] = [];

async function note(made: number) {
  const reading = await server.read();
  readings.push(reading);
  const { resident, database, heap, other, used } = reading;
  const columns = [resident, database, heap, other, used].map(told).join('');
  process.stdout.write(`${String(made).padStart(7)}${columns}\n`);
}

process.stdout.write('  calls resident database     heap    other objects\n');
await note(0);
for (let step = 1; step <= STEPS; step += 1) {
  let left = CALLS / STEPS;
  const line = async () => {
    while (left > 0) {
      left -= 1;
      await sender.send(calls.next().value);
    }
  };
  Object.assign(loot, await sender.loot());
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  await note((step * CALLS) / STEPS);
}
await server.stop();
sender.stop();
rmSync(folder, { recursive: true });

const highest = (of: keyof Reading, from: number, to: number) =>
  Math.max(...readings.slice(from, to).map((reading) => reading[of]));
const middle = 1 + STEPS / 2;
const hasGrown = (['resident', 'used'] as const).filter(
  (of) => highest(of, middle, STEPS + 1) > SLACK * highest(of, 1, middle),
);
process.stdout.write(`answers: ${JSON.stringify(sender.statuses)}\n`);
process.stdout.write(
  hasGrown.length === 0 ? 'It has come to rest.\n' : `Still growing: ${hasGrown.join()}.\n`,
);
process.exitCode = hasGrown.length;
