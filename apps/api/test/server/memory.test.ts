import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileCalls } from '../../bench/memory/hostile-calls.ts';
import { createWorld, type World } from '../setup/world.ts';

const CALLS = 160;
const ROUNDS = 3;
/** Characters of an address, a header and a name in a body that no other call has. */
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

let made = 0;
async function sendOne() {
  const { method, path, headers, body } = calls.next().value;
  made += 1;
  const noise = `${made}`.padStart(NOISE, `${made}-`);
  const answer = await fetch(`${world.server.url}${path}${path.includes('?') ? '&' : '?'}noise=${noise}`, {
    method,
    headers: { ...headers, 'x-noise': noise },
    ...(body !== undefined && { body: body.replace('{', `{"${noise}":1,`) }),
  });
  await answer.arrayBuffer();
}

/** Sends calls of strangers, and says how much is held when all are answered. */
async function heldAfter(count: number) {
  const line = async () => {
    for (let sent = 0; sent < count / AT_ONCE; sent += 1) await sendOne();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  await world.server.settled();
  collect();
  return process.memoryUsage().heapUsed;
}

test('of what strangers sent nothing is held in memory: no address, no header, no body', async () => {
  const held = [await heldAfter(CALLS)];
  for (let round = 0; round < ROUNDS; round += 1) held.push(await heldAfter(CALLS));
  const growth = held.slice(1).map((bytes, index) => bytes - (held[index] ?? 0));
  // Code that is compiled at the hundredth call stays too, but not in every round.
  expect(Math.min(...growth)).toBeLessThan(0.75 * CALLS * NOISE);
});
