import { createAuthIn } from '../src/create-auth.ts';
import type { Auth, AuthOptions } from '../src/options.ts';
import type { User } from '../src/state.ts';
import type { Page, PageEvent } from '../src/tabs.ts';
import { accounts, type PhoneCredentials, type TestOptions } from './session.ts';

type Listener = (event: PageEvent) => void;

type Work = (lock: unknown) => Promise<void>;

/** The parts of a `LockManager` in use. */
export interface Locks {
  request(name: string, options: LockOptions, work: Work): Promise<unknown>;
  query(): Promise<{ readonly held?: readonly object[] }>;
}

/** A lock manager with the parts in use: ifAvailable, signal, steal, query. Each grant counts as another tab. */
export function createLocks() {
  const named = new Map<string, ReturnType<typeof createLock>>();
  const lock = (name: string) => {
    const known = named.get(name) ?? createLock();
    named.set(name, known);
    return known;
  };
  const manager: Locks = {
    request: (name, options, work) => lock(name).request(options, work),
    query: async () => ({
      held: [...named].flatMap(([name, one]) => (one.held() ? [{ name, clientId: `${one.grants()}` }] : [])),
    }),
  };
  return {
    manager,
    /** Another tab holds the lock, for ever or until `released` resolves. */
    hold: (name: string, released = new Promise<void>(() => {})) =>
      void manager.request(name, {}, () => released).catch(() => {}),
    held: () => [...named.values()].some((one) => one.held()),
    waiting: () => [...named.values()].reduce((sum, one) => sum + one.waiting(), 0),
  };
}

function createLock() {
  let queue: (() => void)[] = [];
  let holder: { broken: () => void } | undefined;
  let grants = 0;

  const grant = (work: Work): Promise<void> =>
    new Promise((resolve, reject) => {
      const mine = { broken: () => reject(new DOMException('stolen', 'AbortError')) };
      holder = mine;
      grants++;
      work({})
        .then(resolve, reject)
        .finally(() => {
          if (holder !== mine) return;
          holder = undefined;
          queue.shift()?.();
        });
    });

  return {
    held: () => holder !== undefined,
    grants: () => grants,
    waiting: () => queue.length,
    async request(options: LockOptions, work: Work): Promise<unknown> {
      // Asynchronous, as in browsers.
      await null;
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
}

/**
 * One origin with tabs over one storage. A tab sees its own writes at once and those of others after `latency`
 * milliseconds, with a storage event; `spread` delays each further write.
 */
export function createBrowser({ latency = 5, spread = 0, webLocks = true } = {}) {
  const locks = createLocks();
  const truth = new Map<string, string>();
  const tabs = new Set<{
    view: Map<string, string>;
    own: Map<string, number>;
    emit: (event: PageEvent) => void;
  }>();
  let writes = 0;
  let delivered = 0;

  function openTab(options: TestOptions) {
    const listeners = new Map<string, Set<Listener>>();
    const document = { hidden: false };
    const emit = (event: PageEvent) => {
      for (const listener of [...(listeners.get(event.type) ?? [])]) listener(event);
    };
    const tab = { view: new Map(truth), emit, own: new Map<string, number>() };
    tabs.add(tab);

    const write = (key: string, value: string | null) => {
      const put = (map: Map<string, string>) => (value === null ? map.delete(key) : map.set(key, value));
      if ((tab.view.get(key) ?? null) === value) return;
      put(tab.view);
      put(truth);
      const order = ++writes;
      tab.own.set(key, order);
      delivered = Math.max(Date.now() + latency, delivered + spread);
      const due = delivered - Date.now();
      for (const other of tabs) {
        if (other === tab) continue;
        setTimeout(() => {
          // An earlier write of another tab does not undo a later one of this tab.
          if ((other.own.get(key) ?? 0) < order) put(other.view);
          other.emit({ type: 'storage', key });
        }, due);
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
      navigator: webLocks ? { locks: locks.manager as LockManager } : {},
      document,
    };
    const auth = createAuthIn(page, {
      storage,
      backend: accounts,
      ...options,
    } as AuthOptions<object, unknown>) as unknown as Auth<User, PhoneCredentials>;
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

  return {
    openTab,
    locks,
    truth,
    /** Shows every tab the stored values without an event, as after it was frozen. */
    catchUp() {
      for (const tab of tabs) tab.view = new Map(truth);
    },
  };
}
