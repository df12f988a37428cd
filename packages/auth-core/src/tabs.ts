import type { AbortSignalLike, LockOptions, PageEvent, Platform } from './platform.ts';
import { STORAGE_KEYS } from './session-store.ts';

/** The other tabs, as far as this one can tell. */
export interface Tabs {
  /** `changed`: another tab wrote one of our keys. `woke`: back online, or visible again. */
  listen(changed: () => void, woke: () => void): () => void;
  /** Whether `listen` can hear of anything here. */
  readonly audible: boolean;
  /** Runs the work of `lock` while nobody else runs any over the same storage. */
  exclusively(lock: Lock): Promise<void>;
}

export interface Lock {
  /** The storage object: the scope where there are no tabs. */
  readonly scope: object;
  /** Cuts the waiting: the lock is taken away from a tab that must be frozen. */
  readonly patience: AbortSignalLike;
  /** Whether the work is still to be done. */
  wanted(): boolean;
  /** `contended`: somebody else may have been at work before. Never rejects. */
  work(contended: boolean): Promise<void>;
}

const LOCK_NAME = `auth:${STORAGE_KEYS.refresh}`;
const EVENTS = ['storage', 'online', 'visibilitychange'];
const KEYS: readonly string[] = Object.values(STORAGE_KEYS);

/** For where there are no Web Locks: instances that share a storage object in one process. */
const queues = /* @__PURE__ */ new WeakMap<object, Promise<void>>();

function inProcess({ scope, patience, work }: Lock): Promise<void> {
  const impatient = new Promise<void>((resolve) => {
    patience.addEventListener('abort', resolve);
  });
  const turn = Promise.race([queues.get(scope), impatient]).then(() => work(true));
  queues.set(scope, turn);
  return turn;
}

/** What is used of a page. */
export type Page = Pick<Platform, 'addEventListener' | 'removeEventListener' | 'navigator' | 'document'>;

/** The tabs of a browser; where there is no page, only the instances of this process. */
export function pageTabs(page: Page): Tabs {
  const locks = page.addEventListener && page.navigator?.locks;
  return {
    audible: page.addEventListener !== undefined,

    listen(changed, woke) {
      const hear = ({ type, key = null }: PageEvent) => {
        if (type !== 'storage') {
          if (!page.document?.hidden) woke();
        } else if (key === null || KEYS.includes(key)) changed();
      };
      for (const type of EVENTS) page.addEventListener?.(type, hear);
      return () => {
        for (const type of EVENTS) page.removeEventListener?.(type, hear);
      };
    },

    async exclusively(lock) {
      if (!locks) return inProcess(lock);
      const enter = async (options: LockOptions) => {
        if (!lock.wanted()) return;
        await locks.request(LOCK_NAME, options, async (granted) => {
          if (granted && lock.wanted()) await lock.work(!options.ifAvailable);
        });
      };
      try {
        await enter({ ifAvailable: true });
        await enter({ signal: lock.patience });
      } catch {}
      if (!lock.wanted()) return;
      try {
        // Whoever holds it is frozen: no exchange lasts this long. Those who take it away do so in turn.
        await locks.request(`${LOCK_NAME}:steal`, {}, () => enter({ steal: true }));
      } catch {
        await lock.work(true);
      }
    },
  };
}
