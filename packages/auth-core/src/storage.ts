/**
 * Owns access to the storage of the session: it never throws and never waits longer than two seconds.
 * A value that cannot be read is taken from memory; one that cannot be written stays there until a write succeeds.
 * Unreadable (`undefined`) is not missing (`null`).
 */
import type { Timers, Warn } from './platform.ts';

/** Storage of the session: `localStorage`, AsyncStorage and the like. Each function may be asynchronous. */
export interface AuthStorage {
  getItem(key: string): string | null | undefined | Promise<string | null | undefined>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/** The four keys. Tokens and role are plain strings, the user is JSON. */
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

/** `undefined`: unreadable. */
type Value = string | null | undefined;

const LIMIT_MS = 2_000;

const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof (value as Partial<PromiseLike<T>> | null | undefined)?.then === 'function';

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
  let isStuck = false;
  let hasWarned = false;

  /** Limits an asynchronous operation. While another one hangs, the next ones are started but not waited for. */
  const limited = async <T>(operation: PromiseLike<T>): Promise<T> => {
    const work = Promise.resolve(operation);
    const isInTime = await timers.settles(work, isStuck ? 0 : LIMIT_MS);
    // After dispose there are no timers: the writes that remain are waited for.
    isStuck = !isInTime && !timers.isEnded();
    if (!isStuck) return work;
    const recover = () => {
      isStuck = false;
      onRecover();
    };
    work.then(recover, recover);
    throw new Error('timeout');
  };

  type Operation<T> = (target: AuthStorage) => T | PromiseLike<T>;

  /** Undefined when the operation failed. `retry` follows a failure that is no timeout. */
  const attempt = async <T>(operate: Operation<T>, retry?: Operation<T>) => {
    try {
      const result = operate(storage());
      return { value: isPromise(result) ? await limited(result) : result };
    } catch (cause) {
      if (retry && !isStuck) return attempt(retry);
      if (!hasWarned) warn('storage failed', (cause as Partial<Error> | null)?.name);
      hasWarned = true;
      return undefined;
    }
  };
  const read = (key: string) => attempt((target) => target.getItem(key));
  const write = (key: string) => {
    const value = memory.get(key) ?? null;
    return attempt((target) => (value === null ? target.removeItem(key) : target.setItem(key, value)));
  };

  return {
    /** Synchronous where the storage is. `undefined`: unreadable, and not known from an earlier read or write. */
    get(key: string): Value | Promise<Value> {
      if (unsaved.has(key)) return memory.get(key);
      const keep = (value: Value) => {
        memory.set(key, value ?? null);
        return value ?? null;
      };
      const operate = (target: AuthStorage) => target.getItem(key);
      let result: ReturnType<typeof operate>;
      try {
        result = operate(storage());
        if (!isPromise(result)) return keep(result);
      } catch {}
      const found = result ? attempt(() => result, operate) : attempt(operate);
      return found.then((done) => (done ? keep(done.value) : memory.get(key)));
    },
    /** `null` removes. `keepOld`: a value that cannot be replaced stays in storage; otherwise it is removed. */
    async set(key: string, value: string | null, keepOld?: boolean): Promise<void> {
      const before = unsaved.has(key) ? unsaved.get(key) : memory.get(key);
      memory.set(key, value);
      unsaved.delete(key);
      if (await write(key)) return;
      if (value !== null && !keepOld) await attempt((target) => target.removeItem(key));
      const found = await read(key);
      unsaved.set(key, found ? (found.value ?? null) : before);
    },
    /** Retries the writes that failed, where storage has not changed since: another tab's later value counts. */
    async flush(): Promise<void> {
      for (const [key, before] of unsaved) {
        const found = await read(key);
        const isOutdated = found && before !== undefined && (found.value ?? null) !== before;
        if (isOutdated || (await write(key))) unsaved.delete(key);
      }
    },
  };
}
