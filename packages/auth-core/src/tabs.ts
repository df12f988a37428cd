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
   * @param patience gives a signal that cuts the waiting; a tab that had the lock from one signal to the next
   * must be frozen, and has it taken away
   * @param wanted whether the work is still to be done
   * @param work must not reject; `contended`: somebody else may have been at work before
   */
  lock(
    scope: object,
    patience: () => AbortSignalLike,
    wanted: () => boolean,
    work: (contended: boolean) => Promise<void>,
  ): Promise<void>;
}

/** For where there are no Web Locks: instances that share a storage object in one process. None of them freezes alone. */
const queues = /* @__PURE__ */ new WeakMap<object, Promise<void>>();

const inProcess = (scope: object, work: (contended: boolean) => Promise<void>): Promise<void> => {
  const turn = (async () => {
    await queues.get(scope);
    await work(true);
  })();
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
      if (!locks) return inProcess(scope, work);
      const enter = (options: LockOptions) =>
        locks.request(lockName, options, async (granted) => {
          if (granted && wanted()) await work(!options.ifAvailable);
        });
      const holder = async () => (await locks.query()).held?.find((held) => held.name === lockName)?.clientId;
      try {
        await enter({ ifAvailable: true });
        for (let seen: unknown; wanted(); ) {
          const present = await holder();
          // No exchange lasts this long. Those who take the lock away do so in turn.
          if (present && present === seen)
            await locks.request(`${lockName}:steal`, {}, async () => {
              if ((await holder()) === seen) await enter({ steal: true });
            });
          else await enter({ signal: patience() }).catch(() => {});
          seen = present;
        }
      } catch {
        // Locks that cannot be had at all, as in a sandboxed frame.
        if (wanted()) await work(true);
      }
    },
  };
}
