import { afterEach, expect, test, vi } from 'vitest';
import { abortReason, createTimers, expiresIn, orAborted } from './platform.ts';
import { fakeJwt } from './testing/fake-jwt.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('end() runs pending timers and not cancelled ones, and later timers run at once', () => {
  const timers = createTimers();
  const [cancelled, pending, later] = [vi.fn(), vi.fn(), vi.fn()];
  timers.after(1_000, cancelled)();
  timers.after(undefined, pending);
  timers.end();
  expect(cancelled).not.toHaveBeenCalled();
  expect(pending).toHaveBeenCalledOnce();
  timers.after(1_000, later);
  expect(later).toHaveBeenCalledOnce();
});

test.each([Number.POSITIVE_INFINITY, 2 ** 31, 1e12])('a timer of %d ms does not fire at once', async (ms) => {
  vi.useFakeTimers();
  const run = vi.fn();
  createTimers().after(ms, run);
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(run).not.toHaveBeenCalled();
});

test('settles() is true for work that ends in time, also with an error, and leaves no timer', async () => {
  vi.useFakeTimers();
  const timers = createTimers();
  expect(await timers.settles(Promise.resolve(), 10)).toBe(true);
  expect(await timers.settles(Promise.reject(new Error('no')), 10)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  const late = timers.settles(new Promise(() => {}), 10);
  await vi.advanceTimersByTimeAsync(10);
  expect(await late).toBe(false);
});

test.each<[string, () => Promise<unknown>]>([
  ['succeeds', async () => 1],
  ['fails', () => Promise.reject(new Error('mine'))],
])('a signal has no listener left when the work %s', async (_how, work) => {
  const { signal } = new AbortController();
  const log: string[] = [];
  const logged = {
    aborted: false,
    addEventListener: (type: 'abort', listener: () => void) => {
      log.push(`+${type}`);
      signal.addEventListener(type, listener);
    },
    removeEventListener: (type: 'abort', listener: () => void) => {
      log.push(`-${type}`);
      signal.removeEventListener(type, listener);
    },
  };
  await orAborted(work(), logged as unknown as AbortSignal).catch(() => {});
  await Promise.resolve();
  expect(log).toEqual(['+abort', '-abort']);
});

test('an abort without a reason is an AbortError', () => {
  const signal = { aborted: true, addEventListener() {}, removeEventListener() {} };
  const reasonOf = (reason: unknown) => abortReason({ ...signal, reason } as unknown as AbortSignal);
  expect(reasonOf(undefined)).toMatchObject({ name: 'AbortError', message: 'Aborted' });
  expect(reasonOf(null)).toBeNull();
});

test('the expiry of a JWT is known, that of other tokens is not', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  expect(expiresIn(fakeJwt({ exp: 1_060, name: 'ÿ?>~' }))).toBe(60_000);
  for (const token of ['opaque', 'a.b.c', fakeJwt({}), '']) expect(expiresIn(token)).toBeNaN();
});
