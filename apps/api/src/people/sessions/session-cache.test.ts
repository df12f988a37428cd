import { describe, expect, test } from 'vitest';
import { createSessionCache } from './session-cache.ts';

/** A cache over two sessions, with a manual clock and a counter of the reads. */
function setUp() {
  const sessions: Record<string, { is_live: boolean }> = { one: { is_live: true }, two: { is_live: true } };
  const clock = { now: 1000 };
  let reads = 0;
  const read = async (id: string) => {
    reads += 1;
    return sessions[id] && { ...sessions[id] };
  };
  const cache = createSessionCache(read, () => clock.now);
  const isLive = async (id: string) => (await cache.find(id))?.is_live;
  return { sessions, clock, cache, isLive, reads: () => reads };
}

test('reads an active session once in half a second', async () => {
  const { clock, isLive, reads } = setUp();
  expect(await isLive('one')).toBe(true);
  clock.now += 500;
  expect(await isLive('one')).toBe(true);
  expect(reads()).toBe(1);
  clock.now += 1;
  expect(await isLive('one')).toBe(true);
  expect(reads()).toBe(2);
});

test('refuses a session that another process ended after half a second, even when it is read often', async () => {
  const { sessions, clock, isLive } = setUp();
  await isLive('one');
  sessions['one'] = { is_live: false };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(await isLive('one')).toBe(true);
    clock.now += 100;
  }
  clock.now += 1;
  expect(await isLive('one')).toBe(false);
});

test('reads an ended or unknown session every time', async () => {
  const { sessions, isLive, reads } = setUp();
  sessions['one'] = { is_live: false };
  expect([await isLive('one'), await isLive('one'), await isLive('three'), await isLive('three')]).toEqual([
    false,
    false,
    undefined,
    undefined,
  ]);
  expect(reads()).toBe(4);
});

describe('after the end of a session', () => {
  test('the cache is empty', async () => {
    const { sessions, cache, isLive } = setUp();
    await isLive('one');
    sessions['one'] = { is_live: false };
    cache.invalidate();
    expect(await isLive('one')).toBe(false);
  });

  test('a session that is read before the transaction commits is not cached', async () => {
    const { sessions, clock, cache, isLive } = setUp();
    await isLive('one');
    cache.invalidate();
    clock.now += 499;
    expect(await isLive('one')).toBe(true);
    sessions['one'] = { is_live: false };
    expect(await isLive('one')).toBe(false);
  });

  test('a read that started earlier and completes later is not cached', async () => {
    const { sessions, cache, isLive } = setUp();
    const pending = isLive('one');
    cache.invalidate();
    expect(await pending).toBe(true);
    sessions['one'] = { is_live: false };
    expect(await isLive('one')).toBe(false);
  });

  test('sessions are cached again after half a second', async () => {
    const { clock, cache, isLive, reads } = setUp();
    cache.invalidate();
    clock.now += 500;
    await isLive('one');
    await isLive('one');
    expect(reads()).toBe(1);
  });
});
