import type { AbortSignalLike, LockOptions, PageEvent, Platform } from './platform.ts';
import { STORAGE_KEYS } from './session-store.ts';

/** The other tabs, as far as this one can tell. */
export interface Tabs {
  /** `changed`: another tab wrote one of our keys. `woke`: back online, or visible again. */
  listen(changed: () => void, woke: () => void): () => void;
  /** Whether `listen` can hear of anything here. */
  readonly audible: boolean;
  /**
   * Runs `work` while nobody else runs any over the same storage.
   * @param scope the storage object: what is shared where there are no tabs
   * @param patience cuts the waiting: the lock is taken away from a tab that must be frozen
   * @param wanted whether the work is still to be done
   * @param work must not reject; `contended`: somebody else may have been at work before
   */
  lock(
    scope: object,
    patience: AbortSignalLike,
    wanted: () => boolean,
    work: (contended: boolean) => Promise<void>,
  ): Promise<void>;
}

/** For where there are no Web Locks: instances that share a storage object in one process. */
const queues = /* @__PURE__ */ new WeakMap<object, Promise<void>>();

const inProcess: Tabs['lock'] = (scope, patience, _wanted, work) => {
  const impatient = new Promise<void>((resolve) => {
    patience.addEventListener('abort', resolve);
  });
  const turn = Promise.race([queues.get(scope), impatient]).then(() => work(true));
  queues.set(scope, turn);
  return turn;
};

/** What is used of a page. */
export type Page = Pick<Platform, 'addEventListener' | 'removeEventListener' | 'navigator' | 'document'>;

/** The tabs of a browser; where there is no page, only the instances of this process. */
export function pageTabs(page: Page): Tabs {
  const locks = page.addEventListener && page.navigator?.locks;
  const lockName = `auth:${STORAGE_KEYS.refresh}`;
  return {
    audible: !!page.addEventListener,

    listen(changed, woke) {
      const hear = ({ type, key }: PageEvent) => {
        if (type !== 'storage') {
          if (!page.document?.hidden) woke();
        } else if (!key || Object.values<string>(STORAGE_KEYS).includes(key)) changed();
      };
      const each = (change: 'addEventListener' | 'removeEventListener') => {
        for (const type of ['storage', 'online', 'visibilitychange']) page[change]?.(type, hear);
      };
      each('addEventListener');
      return () => each('removeEventListener');
    },

    async lock(scope, patience, wanted, work) {
      if (!locks) return inProcess(scope, patience, wanted, work);
      const enter = async (options: LockOptions) => {
        if (!wanted()) return;
        await locks.request(lockName, options, async (granted) => {
          if (granted && wanted()) await work(!options.ifAvailable);
        });
      };
      try {
        await enter({ ifAvailable: true });
        await enter({ signal: patience });
      } catch {}
      if (!wanted()) return;
      try {
        // Whoever holds it is frozen: no exchange lasts this long. Those who take it away do so in turn.
        await locks.request(`${lockName}:steal`, {}, () => enter({ steal: true }));
      } catch {
        // Locks that cannot be had at all, as in a sandboxed frame.
        if (wanted()) await work(true);
      }
    },
  };
}
