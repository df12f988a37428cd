import type { AbortSignalLike, LockOptions, PageEvent, Platform } from './platform.ts';

/** Work done under a lock. */
export interface Turn {
  /** Shared by all who may not work at the same time. */
  readonly name: string;
  /** The storage object: what is shared where there are no tabs. */
  readonly scope: object;
  /**
   * Gives a signal that cuts the waiting; a tab that had the lock from one signal to the next must be frozen, and has it
   * taken away.
   */
  patience(): AbortSignalLike;
  /** Tells that the work is still to be done. */
  isWanted(): boolean;
  /** Must not reject; `isContended`: somebody else may have been at work before. */
  work(isContended: boolean): Promise<void>;
}

/** The other tabs, as far as this one can tell. */
export interface Tabs {
  /** `onWrite`: another tab wrote this key, or (`null`) any. `onWake`: back online, or visible again. */
  listen(onWrite: (key: string | null) => void, onWake: () => void): () => void;
  /** `listen` can hear of something here. */
  readonly isAudible: boolean;
  /** Does the work while nobody else does any of that name over the same storage. */
  take(turn: Turn): Promise<void>;
}

/** For where there are no Web Locks: instances that share a storage object in one process. None of them freezes alone. */
const queues = /* @__PURE__ */ new WeakMap<object, Map<string, Promise<void>>>();

const takeInProcess = ({ name, scope, work }: Turn): Promise<void> => {
  const named = queues.get(scope) ?? new Map<string, Promise<void>>();
  queues.set(scope, named);
  const before = named.get(name);
  const turn = (async () => {
    await before;
    await work(true);
  })();
  named.set(name, turn);
  return turn;
};

/** Page as far as it is used. */
export type Page = Pick<Platform, 'addEventListener' | 'removeEventListener' | 'navigator' | 'document'>;

/** The tabs of a browser; where there is no page, only the instances of this process. */
export function pageTabs(page: Page): Tabs {
  const locks = page.addEventListener && page.navigator?.locks;
  return {
    isAudible: !!page.addEventListener,

    listen(onWrite, onWake) {
      const hear = ({ type, key = null }: PageEvent) => {
        if (type === 'storage') onWrite(key);
        else if (!page.document?.hidden) onWake();
      };
      const each = (change: 'addEventListener' | 'removeEventListener') => {
        for (const type of ['storage', 'online', 'visibilitychange']) page[change]?.(type, hear);
      };
      each('addEventListener');
      return () => each('removeEventListener');
    },

    async take(turn) {
      const { name, isWanted, work } = turn;
      if (!locks) return takeInProcess(turn);
      const enter = (options: LockOptions) =>
        locks.request(name, options, async (granted) => {
          if (granted && isWanted()) await work(!options.ifAvailable);
        });
      const holder = async () => (await locks.query()).held?.find((held) => held.name === name)?.clientId;
      try {
        await enter({ ifAvailable: true });
        for (let seen: unknown; isWanted(); ) {
          const present = await holder();
          // No exchange lasts this long. Those who take the lock away do so in turn, each after a second look.
          if (present && present === seen)
            await locks.request(`${name}:steal`, {}, async () => {
              if ((await holder()) === seen) await enter({ steal: true });
            });
          else await enter({ signal: turn.patience() }).catch(() => {});
          seen = present;
        }
      } catch {
        // Locks that cannot be had at all, as in a sandboxed frame.
        if (isWanted()) await work(true);
      }
    },
  };
}
