import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { json } from '../test/server.ts';
import { setUpSignedIn } from '../test/session.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a thousand 401s at once make one refresh and a thousand retries', async () => {
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  const responses = await Promise.all(Array.from({ length: 1000 }, () => auth.fetch('/api/leads/')));
  expect(responses.every((response) => response.ok)).toBe(true);
  expect(server.count('refresh')).toBe(1);
  expect(server.count('/api/leads/')).toBe(2000);
});

async function fiftyInAMinute(auth: { fetch: typeof fetch }) {
  for (let request = 0; request < 50; request++) {
    await auth.fetch('/api/leads/').catch(() => {});
    await vi.advanceTimersByTimeAsync(1200);
  }
}

test.each([0, 0.5, 0.999])('an outage with jitter %f costs at most 6 refreshes a minute', async (jitter) => {
  vi.spyOn(Math, 'random').mockReturnValue(jitter);
  const { auth, server } = await setUpSignedIn({ whenUnreachable: 'wait' });
  server.expireAccess();
  server.on('refresh', () => json({}, 503));
  await fiftyInAMinute(auth);
  expect(server.count('refresh')).toBeLessThanOrEqual(6);
  expect(server.count('refresh')).toBeGreaterThan(2);
  expect(auth.getState().isAuth).toBe(true);
  vi.restoreAllMocks();
});

test('a server that never responds gets at most 6 refreshes a minute, also with a short timeout', async () => {
  const { auth, server } = await setUpSignedIn({ refreshTimeout: 2_000 });
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  for (let request = 0; request < 50; request++) {
    void auth.fetch('/api/leads/').catch(() => {});
    await vi.advanceTimersByTimeAsync(1_200);
  }
  expect(server.count('refresh')).toBeGreaterThan(2);
  expect(server.count('refresh')).toBeLessThanOrEqual(6);
  expect(auth.getState().isAuth).toBe(true);
});
