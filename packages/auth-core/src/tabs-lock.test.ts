import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLocks, type Locks } from '../test/browser.ts';
import { createTimers } from './platform.ts';
import { createTabs, type Page, type PageEvent, type WaitOptions } from './tabs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const listener = () => undefined;
const pageWith = (locks: Locks): Page => ({
  addEventListener: listener,
  removeEventListener: listener,
  navigator: { locks: locks as LockManager },
});

/** Asks for the lock `x` and records how the work was started. */
function takeLock(page: Page, options: Partial<WaitOptions> = {}, scope = {}) {
  const work = vi.fn(async (_isContended: boolean) => {});
  const stop = new AbortController();
  const done = createTabs(page, scope, createTimers()).withLock(
    'x',
    { timeout: 1_000, signal: stop.signal, ...options },
    (isContended) => work(isContended),
  );
  return { work, stop, done };
}

/** Another tab that holds a lock until it is released. */
function holdLock(locks: ReturnType<typeof createLocks>, name: string) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const onBroken = vi.fn();
  void locks.manager.request(name, {}, () => held).catch(onBroken);
  return { release, onBroken };
}

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('a Web Lock', () => {
  test('a Web Lock that is free is taken at once and is not contended', async () => {
    const locks = createLocks();
    const { work } = takeLock(pageWith(locks.manager));
    await wait(0);
    expect(work.mock.calls).toEqual([[false]]);
    expect(locks.held()).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a Web Lock that had to be waited for is contended', async () => {
    const locks = createLocks();
    const other = holdLock(locks, 'x');
    const { work } = takeLock(pageWith(locks.manager));
    await wait(500);
    expect(work).not.toHaveBeenCalled();
    other.release();
    await wait(0);
    expect(work.mock.calls).toEqual([[true]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a Web Lock is stolen from a tab that held it during the whole timeout', async () => {
    const locks = createLocks();
    const frozen = holdLock(locks, 'x');
    const { work } = takeLock(pageWith(locks.manager));
    await wait(999);
    expect(work).not.toHaveBeenCalled();
    await wait(1);
    expect(work.mock.calls).toEqual([[true]]);
    expect(frozen.onBroken).toHaveBeenCalled();
  });

  test('a Web Lock is not stolen from a tab that got it while this one waited for its turn to steal', async () => {
    const locks = createLocks();
    const first = holdLock(locks, 'x');
    const otherThief = holdLock(locks, 'x:steal');
    const { work } = takeLock(pageWith(locks.manager));
    await wait(1_000);
    expect(work).not.toHaveBeenCalled();
    const living = holdLock(locks, 'x');
    first.release();
    await wait(0);
    otherThief.release();
    await wait(500);
    expect(living.onBroken).not.toHaveBeenCalled();
    expect(work).not.toHaveBeenCalled();
    living.release();
    await wait(0);
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('a Web Lock is no longer waited for when the signal aborts', async () => {
    const locks = createLocks();
    holdLock(locks, 'x');
    const { work, stop, done } = takeLock(pageWith(locks.manager));
    await wait(10);
    expect(locks.waiting()).toBe(1);
    stop.abort();
    await done;
    expect(locks.waiting()).toBe(0);
    expect(work).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['other tabs hold other names', { held: [{ name: 'y', clientId: 'tab 1' }] }],
    ['the holder is unknown', {}],
  ])('a Web Lock is waited for and not stolen where %s', async (_name, found) => {
    const requests: string[] = [];
    const page = pageWith({
      async request(name, _options, work) {
        requests.push(name);
        if (requests.length === 1) return work(null);
        if (requests.length < 4) throw new Error('timeout');
        return work({});
      },
      query: async () => found,
    });
    const { work, done } = takeLock(page);
    await done;
    expect(requests).toEqual(['x', 'x', 'x', 'x']);
    expect(work.mock.calls).toEqual([[true]]);
  });

  test('a Web Lock that is refused altogether is not needed', async () => {
    const page = pageWith({
      request: () => Promise.reject(new Error('sandboxed')),
      query: async () => ({}),
    });
    const { work, done } = takeLock(page);
    await done;
    expect(work.mock.calls).toEqual([[true]]);
  });

  test('a Web Lock that is never granted is not needed after half the timeout, and a late grant starts nothing', async () => {
    let grant = () => {};
    const page = pageWith({
      request: (_name, _options, work) =>
        new Promise((resolve) => {
          grant = () => resolve(work({}));
        }),
      query: () => new Promise(() => {}),
    });
    const { work } = takeLock(page);
    await wait(499);
    expect(work).not.toHaveBeenCalled();
    await wait(1);
    expect(work.mock.calls).toEqual([[true]]);
    grant();
    await wait(0);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe('without Web Locks', () => {
  test.each<[string, Page]>([
    ['a process without events', {}],
    ['a page without a navigator', { addEventListener: listener }],
    ['a page without locks', { addEventListener: listener, navigator: {} }],
  ])('%s without Web Locks runs the work as contended', async (_name, page) => {
    const { work, done } = takeLock(page);
    await done;
    expect(work.mock.calls).toEqual([[true]]);
  });

  test('instances over one storage without Web Locks run their work one after the other', async () => {
    const scope = {};
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const tabs = createTabs({}, scope, createTimers());
    void tabs.withLock('x', { timeout: 1_000, signal: new AbortController().signal }, () => held);
    const { work } = takeLock({}, {}, scope);
    const other = takeLock({});
    await wait(10);
    expect(work).not.toHaveBeenCalled();
    expect(other.work).toHaveBeenCalledOnce();
    release();
    await wait(0);
    expect(work).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an instance without Web Locks waits for another one no longer than the timeout', async () => {
    const scope = {};
    const tabs = createTabs({}, scope, createTimers());
    const { signal } = new AbortController();
    void tabs.withLock('x', { timeout: 1_000, signal }, () => new Promise(() => {}));
    const { work } = takeLock({}, {}, scope);
    await wait(1_000);
    expect(work).toHaveBeenCalledOnce();
  });
});

describe('notifications', () => {
  test.each([
    ['visible', { hidden: false }, 1],
    ['hidden', { hidden: true }, 0],
    ['without a document', undefined, 1],
  ])('notifications of a page that is %s separate writes from waking up', (_name, document, times) => {
    const handlers = new Map<string, (event: PageEvent) => void>();
    const [onWrite, onWake] = [vi.fn(), vi.fn()];
    const page: Page = {
      addEventListener: (type, handle) => void handlers.set(type, handle),
      ...(document && { document }),
    };
    createTabs(page, {}, createTimers()).listen(onWrite, onWake);
    handlers.get('storage')?.({ type: 'storage', key: 'access_token' });
    expect(onWrite.mock.calls).toEqual([['access_token']]);
    expect(onWake).not.toHaveBeenCalled();
    handlers.get('online')?.({ type: 'online' });
    expect(onWake).toHaveBeenCalledTimes(times);
    expect(onWrite).toHaveBeenCalledOnce();
  });

  test('notifications reach the other instances over the same storage until they stop listening', () => {
    const scope = {};
    const [one, two, other] = [{}, {}, {}].map(() => vi.fn());
    const first = createTabs({}, scope, createTimers());
    first.listen(one as () => void, listener);
    const stop = createTabs({}, scope, createTimers()).listen(two as () => void, listener);
    createTabs({}, {}, createTimers()).listen(other as () => void, listener);
    first.notify();
    expect([one, two, other].map((each) => each?.mock.calls)).toEqual([[], [[null]], []]);
    stop();
    first.notify();
    expect(two).toHaveBeenCalledOnce();
  });
});
