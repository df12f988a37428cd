import type { AbortSignalLike, LockOptions, PageEvent, Platform } from './platform.ts';
import { STORAGE_KEYS } from './session-store.ts';

/** The other tabs, as far as this one can tell. */
export interface Tabs {
  /** `changed`: another tab wrote one of our keys. `woke`: back online, or visible again. */
  listen(changed: () => void, woke: () => void): () => void;
  /** Whether `listen` can hear of anything here. */
  readonly audible: boolean;
  /**
   * Runs `work` while nobody else runs it over the same storage. `contended` says that it had to wait for
   * somebody. `patience` cuts the waiting: if `work` is then still `wanted`, it runs all the same.
   */
  exclusively(lock: Lock): Promise<void>;
}

export interface Lock {
  /** The storage object: the scope within one page. */
  readonly scope: object;
  readonly patience: AbortSignalLike;
  readonly wanted: () => boolean;
  /** Never rejects. */
  readonly work: (contended: boolean) => Promise<void>;
}

const LOCK_NAME = 'referral-dashboard:auth-refresh';
const EVENTS = ['storage', 'online', 'visibilitychange'];
const KEYS: readonly string[] = Object.values(STORAGE_KEYS);

/** For where there are no Web Locks: instances that share a storage object in one process. */
const queues = /* @__PURE__ */ new WeakMap<object, Promise<void>>();

async function inProcess({ scope, patience, wanted, work }: Lock): Promise<void> {
  const ahead = queues.get(scope);
  const turn = (async () => {
    if (ahead && !patience.aborted) {
      const impatient = new Promise<void>((resolve) => patience.addEventListener('abort', resolve));
      await Promise.race([ahead, impatient]);
    }
    if (wanted()) await work(ahead !== undefined);
  })();
  queues.set(scope, turn);
  await turn;
  if (queues.get(scope) === turn) queues.delete(scope);
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
      let done = false;
      const enter = async (options: LockOptions) => {
        const contended = !options.ifAvailable;
        if (done || !lock.wanted()) return;
        await locks.request(LOCK_NAME, options, async (granted) => {
          if (!granted || done || !lock.wanted()) return;
          done = true;
          await lock.work(contended);
        });
      };
      try {
        await enter({ ifAvailable: true });
        await enter({ signal: lock.patience });
      } catch {}
      if (done || !lock.wanted()) return;
      try {
        // Whoever holds it is frozen: no exchange lasts this long. Those who take it away do so in turn.
        await locks.request(`${LOCK_NAME}:steal`, {}, () => enter({ steal: true }));
      } catch {}
      if (!done && lock.wanted()) await inProcess(lock);
    },
  };
}
