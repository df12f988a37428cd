import { expect, test, vi } from 'vitest';
import { abortReason, createTimers, orAborted } from './timers.ts';

test('what was cancelled does not run at the end, what waits does, and what comes later at once', () => {
  const timers = createTimers();
  const [cancelled, waiting, late] = [vi.fn(), vi.fn(), vi.fn()];
  timers.after(1_000, cancelled)();
  timers.after(undefined, waiting);
  timers.end();
  expect(cancelled).not.toHaveBeenCalled();
  expect(waiting).toHaveBeenCalledOnce();
  timers.after(1_000, late);
  expect(late).toHaveBeenCalledOnce();
});

test.each<[string, () => Promise<unknown>]>([
  ['is done', async () => 1],
  ['has failed', () => Promise.reject(new Error('mine'))],
])('a signal has no listener left when the work %s', async (_how, work) => {
  const { signal } = new AbortController();
  const heard: string[] = [];
  const listening = {
    aborted: false,
    addEventListener: (type: 'abort', listener: () => void) => {
      heard.push(`+${type}`);
      signal.addEventListener(type, listener);
    },
    removeEventListener: (type: 'abort', listener: () => void) => {
      heard.push(`-${type}`);
      signal.removeEventListener(type, listener);
    },
  };
  await orAborted(work(), listening).catch(() => {});
  await Promise.resolve();
  expect(heard).toEqual(['+abort', '-abort']);
});

test('an abort without a reason is an AbortError, one with a reason is that', () => {
  const signal = { aborted: true, addEventListener() {}, removeEventListener() {} };
  expect(abortReason(signal)).toMatchObject({ name: 'AbortError', message: 'Aborted' });
  expect(abortReason({ ...signal, reason: null })).toBeNull();
});
