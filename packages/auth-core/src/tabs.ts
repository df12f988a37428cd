/**
 * Owns everything shared with other tabs, and with other instances over the same storage: notifications of
 * their writes, and a lock. Web Locks are used where the page has them, a queue in this process elsewhere.
 */
import { orAborted, type Timers } from './platform.ts';

export type PageEvent = { readonly type: string; readonly key?: string | null };

/** The page, by the parts used. */
export interface Page {
  addEventListener?(type: string, listener: (event: PageEvent) => void): void;
  removeEventListener?(type: string, listener: (event: PageEvent) => void): void;
  readonly navigator?: { readonly locks?: LockManager };
  readonly document?: { readonly hidden: boolean };
}

export interface WaitOptions {
  /** Milliseconds after which a tab that holds the lock all that time counts as frozen: the lock is taken over. */
  readonly timeout: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/** `isContended`: another tab or instance may have run its work just before. */
export type Work = (isContended: boolean) => Promise<unknown>;

const newShared = () => ({ listeners: new Set<() => void>(), queues: new Map<string, Promise<unknown>>() });

/** What instances in this process share that use the same storage object. */
const instances = /* @__PURE__ */ new WeakMap<object, ReturnType<typeof newShared>>();

export type Tabs = ReturnType<typeof createTabs>;

/** @param scope The storage object: what instances in this process share. */
export function createTabs(page: Page, scope: object, timers: Timers) {
  const locks = page.addEventListener && page.navigator?.locks;
  const shared = instances.get(scope) ?? newShared();
  instances.set(scope, shared);
  let ownListener: (() => void) | undefined;

  const lockInProcess = (name: string, { timeout, signal }: WaitOptions, run: Work) => {
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
    run: Work,
    isWanted: () => boolean,
  ) => {
    // Some embedded browsers never answer a lock request: then the work runs without the lock.
    const stopWatching = timers.after(timeout / 2, () => void run(true));
    const request = (how: LockOptions) =>
      manager.request(name, how, async (lock) => {
        stopWatching();
        if (lock) await run(!how.ifAvailable);
      });
    /** Waits at most `limit` milliseconds for a lock. Resolves to whether it was granted, when its work is done. */
    const inTime = async (ask: (signal: AbortSignal) => Promise<unknown>, limit: number) => {
      const waiting = new AbortController();
      const granted = ask(waiting.signal).then(
        () => true,
        () => false,
      );
      await timers.settles(orAborted(granted, signal), limit);
      waiting.abort();
      return granted;
    };
    const findHolder = async () => (await manager.query()).held?.find((held) => held.name === name)?.clientId;
    await request({ ifAvailable: true });
    for (let earlier: unknown; isWanted(); ) {
      const holder = await findHolder();
      if (holder && holder === earlier) {
        let stolen: Promise<unknown> | undefined;
        const steal = async () => {
          if ((await findHolder()) !== holder || !isWanted()) return;
          stolen = request({ steal: true });
          stolen.catch(() => {});
        };
        // One tab steals at a time, and only from the tab that was seen before.
        const ask = (limited: AbortSignal) => manager.request(`${name}:steal`, { signal: limited }, steal);
        // The other thief may be frozen, too: its turn ends as soon as it has requested the lock.
        if (!(await inTime(ask, timeout / 8))) await steal();
        await stolen;
      } else await inTime((limited) => request({ signal: limited }), timeout);
      earlier = holder;
    }
  };

  return {
    /** False where other tabs cannot report their writes. */
    hasOthers: !!page.addEventListener,

    /** `onWrite`: another tab or instance wrote this key, or any key (`null`). `onWake`: online, or visible again. */
    listen(onWrite: (key: string | null) => void, onWake: () => void): () => void {
      const onEvent = ({ type, key = null }: PageEvent) => {
        if (type === 'storage') onWrite(key);
        else if (!page.document?.hidden) onWake();
      };
      ownListener = () => onWrite(null);
      shared.listeners.add(ownListener);
      const each = (change: 'addEventListener' | 'removeEventListener') => {
        for (const type of ['storage', 'online', 'visibilitychange']) page[change]?.(type, onEvent);
      };
      each('addEventListener');
      return () => {
        each('removeEventListener');
        if (ownListener) shared.listeners.delete(ownListener);
      };
    },

    /** Reports a write to the other instances in this process. */
    notify(): void {
      for (const listener of shared.listeners) if (listener !== ownListener) listener();
    },

    /**
     * Runs `work` once, while no other tab or instance runs work of that name. `work` must not reject. After dispose it
     * is not started.
     */
    async withLock(name: string, options: WaitOptions, work: Work): Promise<void> {
      let isStarted = false;
      const isWanted = () => !isStarted && !options.signal?.aborted && !timers.isEnded();
      const run: Work = async (isContended) => {
        if (!isWanted()) return;
        isStarted = true;
        await work(isContended);
      };
      try {
        await (locks
          ? lockInBrowser(locks, name, options, run, isWanted)
          : lockInProcess(name, options, run));
      } catch {
        // Locks are refused altogether, for example in a sandboxed frame. Does nothing when the lock was stolen.
        await run(true);
      }
    },
  };
}
