import { describe, expect, test } from 'vitest';
import { createLivingSessions } from './living-sessions.ts';

/** Two sessions, a clock to move, and how often they were read. */
function setUp() {
  const sessions: Record<string, { lives: boolean }> = { one: { lives: true }, two: { lives: true } };
  const clock = { now: 1000 };
  let reads = 0;
  const read = async (id: string) => {
    reads += 1;
    return sessions[id] && { ...sessions[id] };
  };
  const living = createLivingSessions(read, () => clock.now);
  const lives = async (id: string) => (await living.find(id))?.lives;
  return { sessions, clock, living, lives, reads: () => reads };
}

test('a session that lives is read once in half a second', async () => {
  const { clock, lives, reads } = setUp();
  expect(await lives('one')).toBe(true);
  clock.now += 500;
  expect(await lives('one')).toBe(true);
  expect(reads()).toBe(1);
  clock.now += 1;
  expect(await lives('one')).toBe(true);
  expect(reads()).toBe(2);
});

test('one that another process has ended is refused after half a second, however often it is asked for', async () => {
  const { sessions, clock, lives } = setUp();
  await lives('one');
  sessions['one'] = { lives: false };
  for (let asked = 0; asked < 5; asked += 1) {
    expect(await lives('one')).toBe(true);
    clock.now += 100;
  }
  clock.now += 1;
  expect(await lives('one')).toBe(false);
});

test('one that does not live, or is not known, is read each time', async () => {
  const { sessions, lives, reads } = setUp();
  sessions['one'] = { lives: false };
  expect([await lives('one'), await lives('one'), await lives('three'), await lives('three')]).toEqual([
    false,
    false,
    undefined,
    undefined,
  ]);
  expect(reads()).toBe(4);
});

describe('after an end', () => {
  test('nothing is remembered', async () => {
    const { sessions, living, lives } = setUp();
    await lives('one');
    sessions['one'] = { lives: false };
    living.forget();
    expect(await lives('one')).toBe(false);
  });

  test('what is read before its transaction is through is not kept', async () => {
    const { sessions, clock, living, lives } = setUp();
    await lives('one');
    living.forget();
    clock.now += 499;
    expect(await lives('one')).toBe(true);
    sessions['one'] = { lives: false };
    expect(await lives('one')).toBe(false);
  });

  test('what was asked for before it, and comes after it, is not kept', async () => {
    const { sessions, living, lives } = setUp();
    const asked = lives('one');
    living.forget();
    expect(await asked).toBe(true);
    sessions['one'] = { lives: false };
    expect(await lives('one')).toBe(false);
  });

  test('it is kept again later', async () => {
    const { clock, living, lives, reads } = setUp();
    living.forget();
    clock.now += 500;
    await lives('one');
    await lives('one');
    expect(reads()).toBe(1);
  });
});
