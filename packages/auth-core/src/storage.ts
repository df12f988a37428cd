import { platform } from './platform.ts';

/** Storage of the session: `localStorage`, AsyncStorage and the like. Each function sync or async. */
export interface AuthStorage {
  getItem(key: string): string | null | undefined | Promise<string | null | undefined>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/** The four keys, by what they hold. Tokens and role are bare strings, the user is JSON. */
export const STORAGE_KEYS = {
  access: 'access_token',
  refresh: 'refresh_token',
  user: 'user_data',
  role: 'user_role',
} as const;

/** A storage that lasts as long as the object returned. */
export function memoryStorage(): AuthStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}

export type Warn = (message: string, detail: unknown) => void;

type Stored = string | null | undefined;

/** A storage that never throws and never hangs. */
export interface SafeStorage {
  /** `undefined`: could not be read, and was not known either. Given at once where the storage does so. */
  get(key: string): Stored | Promise<Stored>;
  /** `null` removes. */
  set(key: string, value: string | null): Promise<void>;
}

/** Time limit of one operation, in milliseconds. */
const PATIENCE_MS = 2_000;

/** An operation of storage, waited for as long as is reasonable. */
const limited = (result: unknown): unknown =>
  typeof (result as Promise<unknown> | undefined)?.then === 'function'
    ? new Promise((resolve, reject) => {
        const timer = platform.setTimeout(() => reject(new Error('timeout')), PATIENCE_MS);
        (result as Promise<unknown>).then(resolve, reject).finally(() => platform.clearTimeout(timer));
      })
    : result;

/**
 * Storage that falls back to memory: what cannot be read is taken from there, as it was last read or written; the next read tries again. What could not be
 * written lives in memory until a write succeeds. Without a storage it is localStorage where there is one, looked up at
 * each use, else memory.
 */
export function createSafeStorage(given: AuthStorage | undefined, warn: Warn): SafeStorage {
  const fallback = memoryStorage();
  const memory = new Map<string, string | null>();
  const unsaved = new Set<string>();
  let isTold = false;
  const storage = () => given ?? platform.localStorage ?? fallback;

  const attempt = async (
    work: (storage: AuthStorage) => unknown,
    again?: (storage: AuthStorage) => unknown,
  ): Promise<{ readonly value: unknown } | undefined> => {
    try {
      return { value: await limited(work(storage())) };
    } catch (cause) {
      const { name, message } = (cause ?? {}) as Partial<Error>;
      // A failure may pass; a storage that hangs is not asked twice.
      if (again && message !== 'timeout') return attempt(again);
      if (!isTold) warn('storage failed', name);
      isTold = true;
      return undefined;
    }
  };

  return {
    get(key) {
      const keep = (value: unknown): Stored => {
        const kept = (value as Stored) ?? null;
        memory.set(key, kept);
        return kept;
      };
      if (unsaved.has(key)) return memory.get(key);
      const ask = (present: AuthStorage): unknown => present.getItem(key);
      let begun: unknown;
      try {
        begun = ask(storage());
        if (typeof begun !== 'object' || !begun) return keep(begun);
      } catch {}
      const asked = begun ? attempt(() => begun, ask) : attempt(ask);
      return asked.then((done) => (done ? keep(done.value) : memory.get(key)));
    },
    async set(key, value) {
      memory.set(key, value);
      unsaved.delete(key);
      const put = (storage: AuthStorage) =>
        value === null ? storage.removeItem(key) : storage.setItem(key, value);
      if (await attempt(put)) return;
      unsaved.add(key);
      // A value that could not be replaced is outdated: a spent refresh token must not lie about.
      await attempt((storage) => storage.removeItem(key));
    },
  };
}
