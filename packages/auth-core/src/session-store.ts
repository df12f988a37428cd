import { platform } from './platform.ts';

/** Where the session is kept: `localStorage`, AsyncStorage and the like. Each function sync or async. */
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

export type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];

/** A storage that lasts as long as the object returned. */
export function memoryStorage(): AuthStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}

export interface SessionStore {
  get(key: StorageKey): Promise<string | null | undefined>;
  /** `null` removes. */
  set(key: StorageKey, value: string | null): Promise<void>;
}

/**
 * A storage that never throws: when the real one fails, what was last read or written is kept in memory.
 * Without a storage it is localStorage where there is one, looked up at first use, else memory.
 */
export function createSessionStore(
  given: AuthStorage | undefined,
  warn: (what: string, cause: unknown) => void,
): SessionStore {
  const memory = memoryStorage();
  let broken = false;
  const put = (target: AuthStorage, key: StorageKey, value: string | null | undefined) =>
    value == null ? target.removeItem(key) : target.setItem(key, value);
  const fails = async (work: (storage: AuthStorage) => unknown): Promise<boolean> => {
    try {
      await work(given ?? platform.localStorage ?? memory);
      return false;
    } catch (cause) {
      if (!broken) warn('storage', (cause as Error)?.name);
      broken = true;
      return true;
    }
  };

  return {
    async get(key) {
      if (!broken) await fails(async (storage) => put(memory, key, await storage.getItem(key)));
      return memory.getItem(key);
    },
    async set(key, value) {
      put(memory, key, value);
      // A value that could not be replaced is outdated: a spent refresh token must not lie about.
      if (await fails((storage) => put(storage, key, value)))
        await fails((storage) => storage.removeItem(key));
    },
  };
}
