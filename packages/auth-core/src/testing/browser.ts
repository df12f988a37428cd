import { createAuthAmong } from '../auth.ts';
import type { AuthOptions } from '../options.ts';
import type { LockManagerLike, PageEvent } from '../platform.ts';
import { type Page, pageTabs } from '../tabs.ts';

type Listener = (event: PageEvent) => void;

/** A lock manager with the parts in use: ifAvailable, signal, steal. */
export function createLocks() {
  let queue: (() => void)[] = [];
  let holder: { broken: () => void } | undefined;

  const grant = (work: (lock: unknown) => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const mine = { broken: () => reject(new DOMException('stolen', 'AbortError')) };
      holder = mine;
      work({})
        .then(resolve, reject)
        .finally(() => {
          if (holder !== mine) return;
          holder = undefined;
          queue.shift()?.();
        });
    });

  const manager: LockManagerLike = {
    async request(_name, options, work) {
      if (options.steal) {
        holder?.broken();
        return grant(work);
      }
      if (holder === undefined) return grant(work);
      if (options.ifAvailable) return work(null);
      return new Promise((resolve, reject) => {
        const enter = () => resolve(grant(work));
        if (options.signal?.aborted) return reject(options.signal.reason);
        queue.push(enter);
        options.signal?.addEventListener('abort', () => {
          if (!queue.includes(enter)) return;
          queue = queue.filter((other) => other !== enter);
          reject(options.signal?.reason);
        });
      });
    },
  };
  return { manager, held: () => holder !== undefined, waiting: () => queue.length };
}

/**
 * One origin: tabs with a view of their own over one storage. A write is seen by its own tab at once and
 * by the others after `latency` milliseconds, with a storage event, as browsers do it.
 */
export function createBrowser({ latency = 5, webLocks = true } = {}) {
  const locks = createLocks();
  const truth = new Map<string, string>();
  const tabs = new Set<{ view: Map<string, string>; emit: (event: PageEvent) => void }>();

  function openTab(options: AuthOptions) {
    const listeners = new Map<string, Set<Listener>>();
    const document = { hidden: false };
    const emit = (event: PageEvent) => {
      for (const listener of [...(listeners.get(event.type) ?? [])]) listener(event);
    };
    const tab = { view: new Map(truth), emit };
    tabs.add(tab);

    const write = (key: string, value: string | null) => {
      const put = (map: Map<string, string>) => (value === null ? map.delete(key) : map.set(key, value));
      if ((tab.view.get(key) ?? null) === value) return;
      put(tab.view);
      put(truth);
      for (const other of tabs) {
        if (other === tab) continue;
        setTimeout(() => {
          put(other.view);
          other.emit({ type: 'storage', key });
        }, latency);
      }
    };
    const storage = {
      getItem: (key: string) => tab.view.get(key) ?? null,
      setItem: (key: string, value: string) => write(key, value),
      removeItem: (key: string) => write(key, null),
    };
    const page: Page = {
      addEventListener(type, listener) {
        listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
      },
      removeEventListener(type, listener) {
        listeners.get(type)?.delete(listener);
      },
      navigator: webLocks ? { locks: locks.manager } : {},
      document,
    };
    const auth = createAuthAmong(pageTabs(page), { storage, ...options });
    return {
      auth,
      storage,
      /** An event of the page: `online`, `visibilitychange`. */
      emit: (type: string) => emit({ type }),
      hide: (hidden: boolean) => {
        document.hidden = hidden;
        emit({ type: 'visibilitychange' });
      },
      /** Other code in this tab: `localStorage.clear()`. */
      clear() {
        tab.view.clear();
        truth.clear();
        for (const other of tabs) {
          if (other === tab) continue;
          setTimeout(() => {
            other.view.clear();
            other.emit({ type: 'storage', key: null });
          }, latency);
        }
      },
      listeners: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    };
  }

  return { openTab, locks, truth };
}

export type Browser = ReturnType<typeof createBrowser>;
