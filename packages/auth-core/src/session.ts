/**
 * Owns the stored session: its five keys, and what other tabs change in them. Operations run one after another;
 * `update` is a compare-and-set. The generation changes when the session ends or becomes another one, never by a refresh.
 */
import { objectOf, parseJson, type Timers, type Warn } from './platform.ts';
import { roleOf } from './state.ts';
import { type AuthStorage, createSafeStorage } from './storage.ts';
import type { Tabs } from './tabs.ts';

/**
 * Write order. It keeps other tabs from seeing an access token next to the user of another session. `auth_session` is JSON
 * of {@link Marker}; other code may have written only the four other keys.
 */
const KEYS = ['user_data', 'user_role', 'refresh_token', 'access_token', 'auth_session'] as const;

/** Milliseconds for which a login that has not stored its user counts as being in progress. */
export const LOGIN_LASTS_MS = 60_000;

/** `base`: the base address of the API. The others are fields of {@link Entries}. */
type Marker = { readonly [name in 'base' | 'id' | 'cookie' | 'login']?: unknown };

/** The content of the keys. */
interface Entries {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  /** The refresh token is in an HttpOnly cookie. */
  readonly isCookie: boolean;
  /** JSON of the user. */
  readonly userText: string | null;
  /** Random, new for each login; empty if other code wrote only the four keys. */
  readonly id: string;
  /** Start time of a login whose user is not stored yet (ms, with a random fraction as tie-breaker); otherwise zero. */
  readonly login: number;
}

/** The session as it was last read. */
export interface Stored extends Entries {
  /** The user, if the session is complete. */
  readonly user: object | null;
  /**
   * `pending`: another tab's login is in progress, and the other fields show the session before it. Until that login ends,
   * the refresh token is not spent and the keys are not removed.
   */
  readonly condition: 'present' | 'empty' | 'damaged' | 'unreadable' | 'pending';
  readonly generation: number;
}

export type Change = Partial<Entries>;

export type Session = ReturnType<typeof createSession>;

/** A value that can be sent as a token, else null. Rejects the strings that `setItem(key, undefined)` and `null` leave. */
export const tokenOf = (value: unknown): string | null =>
  typeof value === 'string' && /^(?!undefined$|null$)[!-~]+$/.test(value) ? value : null;

export const canRefresh = ({ refreshToken, isCookie }: Entries): boolean => !!refreshToken || isCookie;

export const newId = (): string => Math.random().toString(36).slice(2);

/** Whether two identifiers are equal; undefined where one of them is missing. */
export const isSameId = (one: unknown, other: unknown) =>
  one === undefined || other === undefined ? undefined : one === other;

/** Compares users by identifier, where the API sends one. */
export const isSameUser = (one: object | null, other: object | null) => {
  const idOf = (user: { id?: unknown; _id?: unknown; sub?: unknown }) => user.id ?? user._id ?? user.sub;
  return isSameId(idOf(one ?? {}), idOf(other ?? {}));
};

/**
 * A session keeps its id through refreshes and changes of the user. Code that knows only the four keys leaves
 * `auth_session` as it is: then another user shows that it is another session.
 */
export const isSameSession = (one: Stored, other: Stored): boolean =>
  isSameUser(one.user, other.user) !== false &&
  (one.id && other.id
    ? one.id === other.id
    : one.accessToken === other.accessToken || one.userText === other.userText);

const NOTHING: Omit<Stored, 'generation'> = {
  accessToken: null,
  refreshToken: null,
  isCookie: false,
  userText: null,
  id: '',
  login: 0,
  user: null,
  condition: 'empty',
};

interface SessionParts {
  readonly storage: () => AuthStorage;
  /** Prefix of all keys. */
  readonly keyPrefix: string;
  /** The base address of the API, or an empty string. */
  readonly base: () => string;
  /** Reads a stored user; null where `userSchema` does not accept it. */
  readonly readUser: (text: string) => Promise<object | null>;
  readonly warn: Warn;
  readonly tabs: Tabs;
  readonly timers: Timers;
  /** Called after the session changed. */
  onChange(now: Stored, before: Stored): void;
}

export function createSession(parts: SessionParts) {
  const { keyPrefix, base, readUser, tabs, timers, onChange } = parts;
  const storage = createSafeStorage(parts.storage, timers, parts.warn, () => void read());
  let stored: Stored = { ...NOTHING, generation: 0 };
  /** Prefix of the keys of this API, as of the last read. */
  let prefix = keyPrefix;
  /** The login of this tab that is in progress. */
  let ownLogin = 0;
  /** Number of removals that have not begun. */
  let removals = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let queuedRead: Promise<Stored> | undefined;
  const waiters = new Set<() => void>();

  const enqueue = <T>(operation: () => Promise<T>): Promise<T> => {
    const result = queue.then(operation);
    queue = result.catch(() => {});
    return result;
  };
  const replace = (next: Omit<Stored, 'generation'>, isNew: boolean) => {
    stored = { ...next, generation: stored.generation + Number(isNew) };
    for (const check of [...waiters]) check();
  };
  const isCurrent = (seen: Stored) =>
    stored.generation === seen.generation && stored.accessToken === seen.accessToken;

  /** Reads the keys with a prefix. `owner`: the base address in `auth_session`. */
  const readKeysAt = async (keysPrefix: string) => {
    const texts = await Promise.all(KEYS.map((key) => storage.get(keysPrefix + key)));
    const [userText, , refresh, access, markerText] = texts;
    const {
      base: owner,
      id,
      cookie,
      login,
    } = (objectOf(markerText && parseJson(markerText)) ?? {}) as Marker;
    const [accessToken, refreshToken] = [tokenOf(access), tokenOf(refresh)];
    const isDamaged = (access && !accessToken) || (refresh && !refreshToken);
    const isEmpty = !(userText || refresh || access || markerText);
    const readable = isDamaged ? 'damaged' : isEmpty ? 'empty' : 'present';
    return {
      owner: typeof owner === 'string' ? owner : '',
      accessToken,
      refreshToken,
      isCookie: !refreshToken && cookie === true,
      userText: userText || null,
      id: typeof id === 'string' ? id : '',
      login: Number(login) || 0,
      condition: texts.includes(undefined) ? ('unreadable' as const) : (readable as Stored['condition']),
    };
  };

  /** Reads the session of this API. Where another API owns the keys, those of this one begin with its base address. */
  const readKeys = async () => {
    prefix = keyPrefix;
    const shared = await readKeysAt(prefix);
    const isForeign = shared.owner !== '' && shared.owner !== base();
    if (shared.condition === 'unreadable' || (!isForeign && shared.condition !== 'empty')) return shared;
    const address = base().replace(/[^A-Za-z0-9.-]/g, (char) => `_${char.charCodeAt(0).toString(16)}`);
    const own = await readKeysAt(`${keyPrefix}${address}.`);
    if (!isForeign && own.condition === 'empty') return shared;
    prefix = `${keyPrefix}${address}.`;
    return own;
  };

  /** Adds the user, if the session is complete. */
  const complete = async (entries: Entries & Pick<Stored, 'condition'>): Promise<Stored> => {
    const { userText, accessToken, id } = entries;
    const known = userText === stored.userText ? stored.user : null;
    const parsed = known ?? (userText && (await readUser(userText)));
    const isDamaged =
      entries.condition === 'damaged' || (!parsed && !!userText && !objectOf(parseJson(userText)));
    // What this tab knows of the same session stays where another tab stored a user that the `userSchema` here does not
    // accept, or failed to store the refresh token that it got.
    const fallback = !isDamaged && id && id === stored.id ? stored.user : null;
    const isComplete = accessToken && userText && (canRefresh(entries) || fallback);
    return {
      ...entries,
      condition: isDamaged ? 'damaged' : entries.condition,
      user: (isComplete && (parsed || fallback)) || null,
      generation: stored.generation,
    };
  };

  /** Makes a session that was read the current one. */
  const accept = (next: Stored) => {
    const before = stored;
    if (next.login && next.login !== ownLogin && Math.abs(Date.now() - next.login) < LOGIN_LASTS_MS) {
      // Of logins in two tabs the one that began last counts.
      replace({ ...before, condition: 'pending' }, !!ownLogin);
      ownLogin = 0;
      return;
    }
    const isChanged = (['userText', 'accessToken', 'refreshToken'] as const).some(
      (field) => next[field] !== before[field],
    );
    replace(next, isChanged && !(next.user && isSameSession(before, next)));
    onChange(next, before);
  };

  const readAndAccept = async () => {
    const { generation } = stored;
    await storage.flush();
    const next = await complete(await readKeys());
    // The session was ended or replaced meanwhile: the read is outdated.
    if (removals || generation !== stored.generation) return;
    if (next.condition === 'unreadable') stored = { ...stored, condition: 'unreadable' };
    else accept(next);
  };

  const textsOf = ({ id, isCookie, login, ...next }: Stored) => {
    const marker: Marker = { base: base(), id, cookie: isCookie || undefined, login: login || undefined };
    return {
      user_data: next.userText,
      user_role: roleOf(next.user),
      refresh_token: next.refreshToken,
      access_token: next.accessToken,
      auth_session: JSON.stringify(marker),
    };
  };

  /** Resolves to false when the session was ended or replaced meanwhile. */
  const write = async (next: Stored, isNewSession: boolean): Promise<boolean> => {
    const { generation } = stored;
    const [texts, previous] = [textsOf(next), textsOf(stored)];
    for (const key of isNewSession ? new Set(['auth_session', ...KEYS] as const) : KEYS) {
      if (!isNewSession && texts[key] === previous[key]) continue;
      // A refresh token that was exchanged must not stay: another tab would spend it again.
      await storage.set(prefix + key, texts[key], !isNewSession && key !== 'refresh_token');
      if (generation !== stored.generation) return false;
    }
    return true;
  };

  /** Reads storage and follows other tabs. Concurrent calls share one read. */
  const read = (): Promise<Stored> => {
    queuedRead ??= enqueue(async () => {
      queuedRead = undefined;
      await readAndAccept();
      return stored;
    });
    return queuedRead;
  };

  /** Resolves when the generation or the access token differs from `seen`, or `signal` aborts. */
  const changed = (seen: Stored, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (isCurrent(seen) && !signal.aborted) return;
        waiters.delete(check);
        signal.removeEventListener('abort', check);
        resolve();
      };
      waiters.add(check);
      signal.addEventListener('abort', check);
      check();
    });

  return {
    current: () => stored,
    isCurrent,
    read,
    /**
     * Writes `change` if `isAllowed` accepts the session, read again. `onStored` shows the change instead of `onChange`, in the
     * same step as the new session becomes current. Resolves to the written session.
     */
    update: (
      isAllowed: (now: Stored) => boolean,
      change: Change,
      onStored?: () => void,
    ): Promise<Stored | undefined> =>
      enqueue(async () => {
        await readAndAccept();
        const isNewSession = !!(change.id && change.accessToken);
        if (stored.condition === 'pending' && !isNewSession) return undefined;
        let next = await complete({ ...stored, ...change, condition: 'present' });
        if (next.generation !== stored.generation || !isAllowed(stored)) return undefined;
        const before = stored;
        // From here on, results of work for the previous session are dropped.
        if (isNewSession) {
          ownLogin = next.login;
          replace(stored, true);
          next = { ...next, generation: stored.generation };
        }
        if (!(await write(next, isNewSession))) return undefined;
        if (!next.login) ownLogin = 0;
        replace(next, false);
        onStored?.();
        onChange(next, onStored ? next : before);
        tabs.notify();
        return next;
      }),
    changed,
    /** Waits at most `milliseconds` for `changed(seen)`, and reads storage. */
    async changedWithin(seen: Stored, milliseconds: number): Promise<Stored> {
      const waiting = new AbortController();
      await timers.settles(changed(seen, waiting.signal), milliseconds);
      waiting.abort();
      return read();
    },
    /** Ends the session at once and removes the keys. Resolves to the tokens that were stored. */
    async end(): Promise<Pick<Stored, 'accessToken' | 'refreshToken'>> {
      const before = stored;
      removals += 1;
      ownLogin = 0;
      replace(NOTHING, true);
      onChange(stored, stored);
      return enqueue(async () => {
        removals -= 1;
        // A login that was queued earlier has replaced the keys.
        if (stored.accessToken) return before;
        const found = await readKeys();
        await Promise.all(KEYS.map((key) => storage.set(prefix + key, null)));
        tabs.notify();
        return ['unreadable', 'empty'].includes(found.condition) ? before : found;
      });
    },
    /** Name of the lock that surrounds writes of tokens. */
    lockName: () => `auth:${prefix}refresh_token`,
    isOwnKey: (key: string) => key.startsWith(keyPrefix) && KEYS.some((name) => key.endsWith(name)),
  };
}
