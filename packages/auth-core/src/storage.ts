/**
 * Owns access to the storage of the session: it never throws and waits at most two seconds. A value that cannot be
 * read is taken from memory; one that cannot be written stays there until a write succeeds.
 */
import type { Timers, Warn } from './platform.ts';

/** Storage of the session: `localStorage`, AsyncStorage and the like. Each function may be asynchronous. */
export interface AuthStorage {
  getItem(key: string): string | null | undefined | Promise<string | null | undefined>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/** The keys of the product text. Tokens and role are plain strings, the user is JSON. */
export const STORAGE_KEYS = {
  access: 'access_token',
  refresh: 'refresh_token',
  user: 'user_data',
  role: 'user_role',
} as const;

/** A storage that lasts as long as the returned object. */
export function memoryStorage(): AuthStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}

/** `null`: missing. `undefined`: unreadable. */
type Value = string | null | undefined;

const LIMIT_MS = 2_000;

/** @param onRecover Called when an operation that exceeded the limit settles after all. */
export function createSafeStorage(
  storage: () => AuthStorage,
  timers: Timers,
  warn: Warn,
  onRecover: () => void,
) {
  const memory = new Map<string, string | null>();
  /** Keys whose value in memory is newer than in storage, with the value that storage held at that time. */
  const unsaved = new Map<string, Value>();
  /** An operation hangs: the next ones are started but not waited for. */
  let isStuck = false;
  let hasWarned = false;

  const limited = async <T>(operation: Promise<T>): Promise<T> => {
    const isInTime = await timers.settles(operation, isStuck ? 0 : LIMIT_MS);
    // After dispose there are no timers: the writes that remain are waited for.
    isStuck = !isInTime && !timers.isEnded();
    if (!isStuck) return operation;
    const recover = () => {
      isStuck = false;
      onRecover();
    };
    operation.then(recover, recover);
    throw new Error('timeout');
  };

  /** Resolves to undefined when the operation fails this many times or hangs. */
  const attempt = async <T>(operate: (target: AuthStorage) => T | Promise<T>, times = 1) => {
    try {
      const result = operate(storage());
      const isAsync = typeof (result as Partial<Promise<T>> | null | undefined)?.then === 'function';
      return { value: isAsync ? await limited(Promise.resolve(result)) : (result as T) };
    } catch (cause) {
      if (times > 1 && !isStuck) return attempt(operate, times - 1);
      if (!hasWarned) warn('storage failed', (cause as Partial<Error> | null)?.name);
      hasWarned = true;
      return undefined;
    }
  };
  const read = async (key: string) => {
    const result = await attempt((target) => target.getItem(key), 2);
    return result && { value: result.value ?? null };
  };
  const write = (key: string) => {
    const value = memory.get(key) ?? null;
    return attempt((target) => (value === null ? target.removeItem(key) : target.setItem(key, value)));
  };

  return {
    /** `undefined`: unreadable, and not known from an earlier read or write. */
    async get(key: string): Promise<Value> {
      const result = unsaved.has(key) ? undefined : await read(key);
      if (result) memory.set(key, result.value);
      return memory.get(key);
    },
    /** `null` removes. `keepOld`: a value that cannot be replaced stays in storage; otherwise it is removed. */
    async set(key: string, value: string | null, keepOld?: boolean): Promise<void> {
      const before = unsaved.has(key) ? unsaved.get(key) : memory.get(key);
      memory.set(key, value);
      unsaved.delete(key);
      if (await write(key)) return;
      if (!keepOld) await attempt((target) => target.removeItem(key));
      const stored = await read(key);
      unsaved.set(key, stored ? stored.value : before);
    },
    /** Retries the writes that failed, where storage has not changed since: another tab's later value counts. */
    async flush(): Promise<void> {
      for (const [key, before] of unsaved) {
        const stored = await read(key);
        const isOutdated = stored && before !== undefined && stored.value !== before;
        if (isOutdated || (await write(key))) unsaved.delete(key);
      }
    },
  };
}
