/**
 * Owns access to the storage of the session: it never throws and never waits longer than two seconds.
 * A value that cannot be read is taken from memory; one that cannot be written stays there until a write succeeds.
 * Unreadable (`undefined`) is not missing (`null`).
 */
import type { Warn } from './platform.ts';

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

type Stored = string | null | undefined;

const LIMIT_MS = 2_000;

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as Promise<unknown> | null | undefined)?.then === 'function';

/** @param onRecover Called when an operation that exceeded the limit settles after all. */
export function createSafeStorage(storage: () => AuthStorage, warn: Warn, onRecover: () => void) {
  const memory = new Map<string, string | null>();
  /** Keys whose value in memory is newer than in storage, with the value that storage held at that time. */
  const unsaved = new Map<string, Stored>();
  let isStuck = false;
  let hasWarned = false;

  /** Limits an asynchronous operation. While another one hangs, the next ones are started but not waited for. */
  const limited = (operation: Promise<unknown>) =>
    new Promise((resolve, reject) => {
      let isLate = false;
      const giveUp = () => {
        isLate = isStuck = true;
        reject(new Error('timeout'));
      };
      const timer = setTimeout(giveUp, isStuck ? 0 : LIMIT_MS);
      const settle = (finish: (value: unknown) => void) => (value: unknown) => {
        clearTimeout(timer);
        isStuck = false;
        if (isLate) onRecover();
        else finish(value);
      };
      operation.then(settle(resolve), settle(reject));
    });

  const attempt = async (
    operate: (storage: AuthStorage) => unknown,
    retry?: (storage: AuthStorage) => unknown,
  ): Promise<{ readonly value: unknown } | undefined> => {
    try {
      const result = operate(storage());
      return { value: isPromise(result) ? await limited(result) : result };
    } catch (cause) {
      const { name, message } = (cause ?? {}) as Partial<Error>;
      if (retry && message !== 'timeout') return attempt(retry);
      if (!hasWarned) warn('storage failed', name);
      hasWarned = true;
      return undefined;
    }
  };

  const write = (key: string) => {
    const value = memory.get(key) ?? null;
    return attempt((target) => (value === null ? target.removeItem(key) : target.setItem(key, value)));
  };

  const retryWrites = async () => {
    for (const [key, before] of unsaved) {
      const found = await attempt((target) => target.getItem(key));
      // Another tab has written since: its value counts.
      const isOutdated = found && before !== undefined && (found.value ?? null) !== before;
      if (isOutdated || (await write(key))) unsaved.delete(key);
    }
  };

  return {
    /** Synchronous where the storage is. `undefined`: unreadable, and not known from an earlier read or write. */
    get(key: string): Stored | Promise<Stored> {
      const keep = (value: unknown): Stored => {
        const kept = (value as Stored) ?? null;
        memory.set(key, kept);
        return kept;
      };
      if (unsaved.has(key)) return memory.get(key);
      const read = (target: AuthStorage): unknown => target.getItem(key);
      let result: unknown;
      try {
        result = read(storage());
        if (!isPromise(result)) return keep(result);
      } catch {}
      const found = result ? attempt(() => result, read) : attempt(read);
      return found.then((done) => (done ? keep(done.value) : memory.get(key)));
    },
    /** `null` removes. `keepOld`: a value that cannot be replaced stays in storage; otherwise it is removed. */
    async set(key: string, value: string | null, keepOld?: boolean): Promise<void> {
      const before = unsaved.has(key) ? unsaved.get(key) : memory.get(key);
      memory.set(key, value);
      unsaved.delete(key);
      if (await write(key)) return;
      if (value !== null && !keepOld) await attempt((target) => target.removeItem(key));
      const found = await attempt((target) => target.getItem(key));
      unsaved.set(key, found ? ((found.value as Stored) ?? null) : before);
    },
    /** Retries the writes that failed, where storage has not changed since. */
    flush() {
      return unsaved.size ? retryWrites() : undefined;
    },
  };
}
