/**
 * Owns everything shared with other tabs, and with other instances over the same storage: notifications of
 * their writes, and a lock. Web Locks are used where the page has them, a queue in this process elsewhere.
 */
import type { Timers } from './platform.ts';

export type PageEvent = { readonly type: string; readonly key?: string | null };

/** The page, by the parts used. */
export interface Page {
  addEventListener?(type: string, listener: (event: PageEvent) => void): void;
  removeEventListener?(type: string, listener: (event: PageEvent) => void): void;
  readonly navigator?: { readonly locks?: LockManager };
  readonly document?: { readonly hidden: boolean };
}

export interface WaitOptions {
  /** Milliseconds to wait for the lock. */
  readonly timeout: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  /**
   * After the timeout, takes the lock from a tab that held it all that time: it must be frozen. Otherwise the work
   * runs without the lock.
   */
  readonly canSteal?: boolean;
}

export type Work = (isContended: boolean) => Promise<void>;

const newShared = () => ({ listeners: new Set<() => void>(), queues: new Map<string, Promise<void>>() });

/** What instances in this process share that use the same storage object. */
const instances = /* @__PURE__ */ new WeakMap<object, ReturnType<typeof newShared>>();

export type Tabs = ReturnType<typeof createTabs>;

/** @param scope The storage object: what instances in this process share. */
export function createTabs(page: Page, scope: object, timers: Timers) {
  const locks = page.addEventListener && page.navigator?.locks;
  const shared = instances.get(scope) ?? newShared();
  instances.set(scope, shared);
  let ownListener: (() => void) | undefined;

  /** Runs `run` when `signal` aborts or the timeout has passed. Returns a cancel function. */
  const afterTimeout = ({ timeout, signal }: WaitOptions, run: () => void) => {
    const cancel = timers.after(timeout, run);
    signal?.addEventListener('abort', run);
    return () => {
      cancel();
      signal?.removeEventListener('abort', run);
    };
  };

  const lockInProcess = async (name: string, options: WaitOptions, run: Work) => {
    const previous = shared.queues.get(name);
    const turn = (async () => {
      await new Promise<void>((resolve) => {
        const cancel = afterTimeout(options, resolve);
        void Promise.resolve(previous).then(() => {
          cancel();
          resolve();
        });
      });
      await run(true);
    })();
    shared.queues.set(name, turn);
    await turn;
  };

  const lockInBrowser = async (
    manager: NonNullable<typeof locks>,
    name: string,
    options: WaitOptions,
    run: Work,
    isWanted: () => boolean,
  ) => {
    // Some embedded browsers never answer a lock request: then the work runs without the lock.
    const stopWatching = timers.after(options.timeout / 2, () => void run(true));
    const request = (how: LockOptions) =>
      manager.request(name, how, async (lock) => {
        stopWatching();
        if (lock) await run(!how.ifAvailable);
      });
    const findHolder = async () => (await manager.query()).held?.find((held) => held.name === name)?.clientId;
    await request({ ifAvailable: true });
    for (let earlier: unknown; isWanted(); ) {
      const holder = await findHolder();
      if (options.canSteal && holder && holder === earlier) {
        // One tab steals at a time, and only from the tab that was seen before.
        await manager.request(`${name}:steal`, {}, async () => {
          if ((await findHolder()) === earlier) await request({ steal: true });
        });
      } else {
        const waiting = new AbortController();
        const cancel = afterTimeout(options, () => waiting.abort());
        await request({ signal: waiting.signal }).catch(() => {});
        cancel();
        if (!options.canSteal) await run(true);
      }
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
     * Runs `work` once, while no other tab or instance runs work of that name. `isContended`: another one may have run
     * just before. `work` must not reject.
     */
    async withLock(name: string, options: WaitOptions, work: Work): Promise<void> {
      let isStarted = false;
      const isWanted = () => !isStarted && !options.signal?.aborted;
      const run: Work = async (isContended) => {
        if (!isWanted()) return;
        isStarted = true;
        await work(isContended);
      };
      if (!locks) return lockInProcess(name, options, run);
      try {
        await lockInBrowser(locks, name, options, run, isWanted);
      } catch {
        // Locks are refused altogether, for example in a sandboxed frame. Does nothing when the lock was stolen.
        await run(true);
      }
    },
  };
}
