/**
 * Owns everything shared with other tabs, and with other instances over the same storage: notifications of
 * their writes, and a lock. Web Locks are used where the page has them, a queue in this process elsewhere.
 */
import { orAborted, type Timers } from './platform.ts';

export type PageEvent = { readonly type: string; readonly key?: string | null };

/** The parts of the page in use. */
export interface Page {
  addEventListener?(type: string, listener: (event: PageEvent) => void): void;
  removeEventListener?(type: string, listener: (event: PageEvent) => void): void;
  readonly navigator?: { readonly locks?: LockManager };
  readonly document?: { readonly hidden: boolean };
}

export interface WaitOptions {
  /** Milliseconds after which a tab that holds the lock all that time counts as frozen: the lock is stolen. */
  readonly timeout: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/** `isContended`: another tab or instance may have run its work just before. */
type Run = (isContended: boolean) => Promise<void>;

/** What instances in this process share that use the same storage object. */
const newShared = () => ({ listeners: new Set<() => void>(), queues: new Map<string, Promise<unknown>>() });
const sharedBy = /* @__PURE__ */ new WeakMap<object, ReturnType<typeof newShared>>();

export type Tabs = ReturnType<typeof createTabs>;

/** @param scope The storage object. */
export function createTabs(page: Page, scope: object, timers: Timers) {
  const locks = page.addEventListener && page.navigator?.locks;
  const shared = sharedBy.get(scope) ?? newShared();
  sharedBy.set(scope, shared);
  let ownListener: (() => void) | undefined;

  const lockInProcess = (name: string, { timeout, signal }: WaitOptions, run: Run) => {
    const previous = shared.queues.get(name) ?? Promise.resolve();
    const turn = timers.settles(orAborted(previous, signal), timeout).then(() => run(true));
    // An instance that is disposed or times out ends its turn before the previous one.
    shared.queues.set(name, Promise.allSettled([previous, turn]));
    return turn;
  };

  const lockInBrowser = async (
    manager: LockManager,
    name: string,
    { timeout, signal }: WaitOptions,
    run: Run,
    isWanted: () => boolean,
  ) => {
    // Some embedded browsers never grant a lock: then the work runs without the lock.
    const stopWatching = timers.after(timeout / 2, () => void run(true));
    const request = (options: LockOptions) =>
      manager.request(name, options, async (lock) => {
        stopWatching();
        if (lock) await run(!options.ifAvailable);
      });
    /** Waits at most `limit` milliseconds for a lock. Resolves to whether it was granted, when its work is done. */
    const requestWithin = async (limit: number, requestLock: (signal: AbortSignal) => Promise<unknown>) => {
      const waiting = new AbortController();
      const granted = requestLock(waiting.signal).then(
        () => true,
        () => false,
      );
      await timers.settles(orAborted(granted, signal), limit);
      waiting.abort();
      return granted;
    };
    const findHolder = async () => (await manager.query()).held?.find((held) => held.name === name)?.clientId;
    /** Only one tab at a time steals, and only from the tab that it saw before. */
    const stealFrom = async (frozen: string) => {
      let stolen: Promise<unknown> | undefined;
      const steal = async () => {
        if ((await findHolder()) !== frozen || !isWanted()) return;
        stolen = request({ steal: true });
        stolen.catch(() => {});
      };
      const requestTurn = (waiting: AbortSignal) =>
        manager.request(`${name}:steal`, { signal: waiting }, steal);
      // A tab that has this turn for longer is frozen, too.
      if (!(await requestWithin(timeout / 8, requestTurn))) await steal();
      await stolen;
    };

    await request({ ifAvailable: true });
    for (let previous: string | undefined; isWanted(); ) {
      const holder = await findHolder();
      if (holder && holder === previous) await stealFrom(holder);
      else await requestWithin(timeout, (waiting) => request({ signal: waiting }));
      previous = holder;
    }
  };

  return {
    /** False where other tabs cannot report their writes. */
    receivesStorageEvents: !!page.addEventListener,

    /** `onWrite`: another tab or instance wrote this key, or any key (`null`). `onWake`: online, or visible again. */
    listen(onWrite: (key: string | null) => void, onWake: () => void): () => void {
      const types = ['storage', 'online', 'visibilitychange'];
      const onEvent = ({ type, key = null }: PageEvent) => {
        if (type === 'storage') onWrite(key);
        else if (!page.document?.hidden) onWake();
      };
      const listener = () => onWrite(null);
      ownListener = listener;
      shared.listeners.add(listener);
      for (const type of types) page.addEventListener?.(type, onEvent);
      return () => {
        shared.listeners.delete(listener);
        for (const type of types) page.removeEventListener?.(type, onEvent);
      };
    },

    /** Reports a write to the other instances in this process. */
    notify(): void {
      for (const listener of shared.listeners) if (listener !== ownListener) listener();
    },

    /**
     * Runs `work` once, while no other tab or instance runs work of that name. The lock is held until `work` ends; it must
     * not reject. Resolves to what `work` passes to `resolve`; to undefined when `work` ends without it or is not wanted any
     * more: on abort and dispose.
     */
    withLock: <T>(
      name: string,
      options: WaitOptions,
      work: (isContended: boolean, resolve: (result: Promise<T>) => void) => Promise<unknown>,
    ): Promise<T | undefined> =>
      new Promise((resolve) => {
        let isStarted = false;
        const stopWaiting = timers.after(undefined, () => resolve(undefined));
        const finish = () => {
          stopWaiting();
          resolve(undefined);
        };
        const isWanted = () => !isStarted && !options.signal?.aborted && !timers.isEnded();
        const run: Run = async (isContended) => {
          if (!isWanted()) return;
          isStarted = true;
          await work(isContended, resolve);
          finish();
        };
        const done = locks
          ? lockInBrowser(locks, name, options, run, isWanted)
          : lockInProcess(name, options, run);
        // Where locks are refused altogether, for example in a sandboxed frame, the work runs without one. After a stolen
        // lock it has started already, and `run` returns at once.
        void done
          .catch(() => run(true))
          .then(() => {
            if (!isStarted) finish();
          });
      }),
  };
}
