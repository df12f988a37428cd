import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileCalls } from '../../bench/memory/hostile-calls.ts';
import { createWorld, type World } from '../setup/world.ts';

const CALLS = 160;
const ROUNDS = 3;
/** Length of the unique text added to the URL, a header and a body key of every call. */
const NOISE = 7000;
const AT_ONCE = 8;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

let world: World;
let calls: ReturnType<typeof hostileCalls>;
beforeAll(async () => {
  world = await createWorld({ trustProxy: ['loopback'], logLevel: 'info', onLog: () => undefined });
  const { id } = await world.program();
  const { card, caller } = await world.partner();
  const { code } = await world.enroll(id, card.id);
  const tokens = [world.boss, caller].map(({ headers: { authorization = '' } }) => authorization.slice(7));
  calls = hostileCalls(1, { tokens, code });
});
afterAll(() => world.stop());

let callNumber = 0;
async function sendOne() {
  const { method, path, headers, body } = calls.next().value;
  callNumber += 1;
  const noise = `${callNumber}`.padStart(NOISE, `${callNumber}-`);
  const response = await fetch(`${world.server.url}${path}${path.includes('?') ? '&' : '?'}noise=${noise}`, {
    method,
    headers: { ...headers, 'x-noise': noise },
    ...(body !== undefined && { body: body.replace('{', `{"${noise}":1,`) }),
  });
  await response.arrayBuffer();
}

/** Sends hostile calls. @returns the used heap in bytes after all responses. */
async function heldAfter(count: number) {
  const line = async () => {
    for (let sent = 0; sent < count / AT_ONCE; sent += 1) await sendOne();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  await world.server.settled();
  collect();
  return process.memoryUsage().heapUsed;
}

test('the server keeps no URL, header or body of unauthenticated requests in memory', async () => {
  const heapSizes = [await heldAfter(CALLS)];
  for (let round = 0; round < ROUNDS; round += 1) heapSizes.push(await heldAfter(CALLS));
  const growth = heapSizes.slice(1).map((bytes, index) => bytes - (heapSizes[index] ?? 0));
  // Compiled code stays in memory too, but does not grow in every round.
  expect(Math.min(...growth)).toBeLessThan(0.75 * CALLS * NOISE);
});
