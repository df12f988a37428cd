/**
 * Owns the stored session: five keys, read and written one operation at a time, and what changed in them.
 * `update` is a compare-and-set; `changed` resolves when the session or its access token is no longer the one seen.
 * The generation changes when the session ends or becomes another one, never by a refresh.
 */
import { objectOf, parseJson, type Timers, type Warn } from './platform.ts';
import { roleOf } from './state.ts';
import { type AuthStorage, createSafeStorage, type STORAGE_KEYS } from './storage.ts';
import type { Tabs } from './tabs.ts';

/** `auth_session` is JSON: see {@link Mark}. Sessions of other programs have the four other keys only. */
const KEYS = {
  user: 'user_data',
  role: 'user_role',
  refresh: 'refresh_token',
  access: 'access_token',
  session: 'auth_session',
} as const satisfies typeof STORAGE_KEYS & { session: string };

type Name = keyof typeof KEYS;

/** In the order of writing: other tabs never see an access token next to the user of another session. */
const NAMES: readonly Name[] = ['user', 'role', 'refresh', 'access', 'session'];

/** Milliseconds for which a login that has not stored its user counts as being in progress. */
export const LOGIN_LASTS_MS = 60_000;

/** Content of `auth_session`. */
interface Mark {
  /** Base address of the API. */
  readonly base?: string;
  /** Random; a new one for each login. */
  readonly id?: string;
  /** The refresh token is in an HttpOnly cookie. */
  readonly cookie?: boolean;
  /** When a login began whose user is not stored yet, in milliseconds, with a random fraction. */
  readonly login?: number;
}

/** What the keys hold. */
interface Entries {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly isCookie: boolean;
  /** JSON of the user. */
  readonly userText: string | null;
  /** Empty for a session of another program. */
  readonly id: string;
  readonly login: number;
  /** `pending`: another tab's login is in progress, and the other fields show the session before it. */
  readonly condition: 'present' | 'empty' | 'damaged' | 'unreadable' | 'pending';
}

/** The session as it was last read. */
export interface Stored extends Entries {
  /** The user, if the session is complete. */
  readonly user: object | null;
  readonly generation: number;
}

export type Change = Partial<Omit<Entries, 'condition'>>;

export type Session = ReturnType<typeof createSession>;

/** A value that can be sent as a token, else null. `"undefined"` and `"null"` are leftovers of bugs. */
export const tokenOf = (value: unknown): string | null =>
  typeof value === 'string' && /^(?!undefined$|null$)[!-~]+$/.test(value) ? value : null;

export const canRefresh = ({ refreshToken, isCookie }: Entries): boolean => !!refreshToken || isCookie;

/** Identifiers of a user, where the API sends one. */
export const idOf = (user: object | null): unknown => {
  const { id, _id, sub } = (user ?? {}) as { id?: unknown; _id?: unknown; sub?: unknown };
  return id ?? _id ?? sub;
};

/** Whether two identifiers are equal; undefined where one of them is missing. */
export const isSameId = (one: unknown, other: unknown) =>
  one === undefined || other === undefined ? undefined : one === other;

export const newId = (): string => Math.random().toString(36).slice(2);

/**
 * A session keeps its id through refreshes and changes of the user. Programs that know only the four keys leave
 * `auth_session` as it is: then another user shows that it is another session.
 */
export const isSameSession = (one: Stored, other: Stored): boolean =>
  isSameId(idOf(one.user), idOf(other.user)) !== false &&
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
  readonly home: string;
  /** The base address of the API, or an empty string. */
  readonly base: () => string;
  /** Reads a stored user; null where `userSchema` does not accept it. */
  readonly readUser: (text: string) => Promise<object | null>;
  readonly warn: Warn;
  readonly tabs: Tabs;
  readonly timers: Timers;
  /** The signed-in user changed. `isGone`: the access token was removed. */
  onUser(user: object | null, isGone: boolean, reason: 'elsewhere' | 'damaged'): void;
  /** The access token may have changed. */
  onToken(): void;
}

export function createSession(parts: SessionParts) {
  const { home, base, readUser, tabs, timers, onUser, onToken } = parts;
  const storage = createSafeStorage(parts.storage, timers, parts.warn, () => void read());
  let stored: Stored = { ...NOTHING, generation: 0 };
  /** Prefix of the keys of this API, as of the last read. */
  let prefix = home;
  /** The login of this tab that is in progress. */
  let ownLogin = 0;
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

  const readAt = async (at: string): Promise<Entries & { readonly owner: string }> => {
    const reads = NAMES.map((name) => storage.get(at + KEYS[name]));
    const isAsync = reads.some((read) => typeof read === 'object' && read);
    const texts = (isAsync ? await Promise.all(reads) : reads) as (string | null | undefined)[];
    const [userText, , refresh, access, mark] = texts;
    const { base: owner, id, cookie, login } = (objectOf(mark && parseJson(mark)) ?? {}) as Mark;
    const [accessToken, refreshToken] = [tokenOf(access), tokenOf(refresh)];
    const isUnreadable = [userText, refresh, access, mark].includes(undefined);
    const isDamaged = (access && !accessToken) || (refresh && !refreshToken);
    const isEmpty = !(userText || refresh || access || mark);
    return {
      owner: typeof owner === 'string' ? owner : '',
      accessToken,
      refreshToken,
      isCookie: !refreshToken && cookie === true,
      userText: userText || null,
      id: typeof id === 'string' ? id : '',
      login: Number(login) || 0,
      condition: isUnreadable ? 'unreadable' : isDamaged ? 'damaged' : isEmpty ? 'empty' : 'present',
    };
  };

  /** The session of this API: where another API has the keys already, its address goes before them. */
  const readKeys = async (): Promise<Entries> => {
    const first = await readAt(home);
    const isForeign = first.owner !== '' && first.owner !== base();
    prefix = home;
    if (first.condition === 'unreadable' || (!isForeign && first.condition !== 'empty')) return first;
    const own = base().replace(/[^A-Za-z0-9.-]/g, (letter) => `_${letter.charCodeAt(0).toString(16)}`);
    const second = await readAt(`${home}${own}.`);
    if (!isForeign && second.condition === 'empty') return first;
    prefix = `${home}${own}.`;
    return second;
  };

  /** Adds the user, if the session is complete. */
  const complete = async (entries: Entries): Promise<Stored> => {
    const { userText, accessToken, refreshToken, isCookie, id } = entries;
    const known = userText === stored.userText ? stored.user : null;
    const read = known ?? (userText && (await readUser(userText)));
    const isDamaged =
      entries.condition === 'damaged' || (!read && !!userText && !objectOf(parseJson(userText)));
    const alive = !isDamaged && id && id === stored.id ? stored.user : null;
    // A newer version in another tab may store users that the `userSchema` here does not accept.
    const user = read || (userText && alive);
    // Another tab could not store the refresh token that it got: that is no logout.
    const isComplete = accessToken && (refreshToken || isCookie || alive);
    return {
      ...entries,
      condition: isDamaged ? 'damaged' : entries.condition,
      user: (isComplete && user) || null,
      generation: stored.generation,
    };
  };

  const follow = (next: Stored) => {
    const before = stored;
    if (next.login && next.login !== ownLogin && Math.abs(Date.now() - next.login) < LOGIN_LASTS_MS) {
      // Of two logins in two tabs the one that began last counts.
      replace({ ...before, condition: 'pending' }, !!ownLogin);
      ownLogin = 0;
      return;
    }
    const isNew = !next.user || !isSameSession(before, next);
    const isChanged =
      next.userText !== before.userText ||
      next.accessToken !== before.accessToken ||
      next.refreshToken !== before.refreshToken;
    replace(next, isChanged && isNew);
    const isGone = !next.accessToken && !!before.accessToken;
    const isDamaged = next.condition === 'damaged';
    if (isGone || next.user !== before.user)
      onUser(next.user, isGone && !isDamaged, isDamaged ? 'damaged' : 'elsewhere');
    onToken();
  };

  const look = async () => {
    const { generation } = stored;
    await storage.flush();
    const next = await complete(await readKeys());
    // The session was ended or replaced meanwhile: the read is outdated.
    if (removals || generation !== stored.generation) return;
    if (next.condition === 'unreadable') stored = { ...stored, condition: 'unreadable' };
    else follow(next);
  };

  const textsOf = ({ id, isCookie, login, ...next }: Stored): Record<Name, string | null> => ({
    user: next.userText,
    role: roleOf(next.user),
    refresh: next.refreshToken,
    access: next.accessToken,
    session: JSON.stringify({ base: base(), id, cookie: isCookie || undefined, login: login || undefined }),
  });

  const write = async (next: Stored, isNewSession: boolean): Promise<boolean> => {
    const { generation } = stored;
    const [texts, previous] = [textsOf(next), textsOf(stored)];
    for (const name of isNewSession ? new Set<Name>(['session', ...NAMES]) : NAMES) {
      // A refresh token that was exchanged must not stay: another tab would spend it again.
      const keepOld = !isNewSession && name !== 'refresh';
      if (isNewSession || texts[name] !== previous[name])
        await storage.set(prefix + KEYS[name], texts[name], keepOld);
      if (generation !== stored.generation) return false;
    }
    return true;
  };

  /** Reads storage and follows other tabs. Concurrent calls share one read. */
  const read = (): Promise<Stored> => {
    queuedRead ??= enqueue(async () => {
      queuedRead = undefined;
      await look();
      return stored;
    });
    return queuedRead;
  };

  return {
    current: () => stored,
    isCurrent,
    read,
    /**
     * Writes `change` if `isAllowed` accepts the session, read again. Calls `onStored` in the same step as the new session
     * becomes current. Resolves to the written session.
     */
    update: (
      isAllowed: (now: Stored) => boolean,
      change: Change,
      onStored?: () => void,
    ): Promise<Stored | undefined> =>
      enqueue(async () => {
        await look();
        const isNewSession = !!(change.id && change.accessToken);
        if (stored.condition === 'pending' && !isNewSession) return undefined;
        const { user } = stored;
        let next = await complete({ ...stored, ...change, condition: 'present' });
        if (next.generation !== stored.generation || !isAllowed(stored)) return undefined;
        // Work of the session so far changes nothing any more.
        if (isNewSession) {
          ownLogin = next.login;
          replace(stored, true);
          next = { ...next, generation: stored.generation };
        }
        if (!(await write(next, isNewSession))) return undefined;
        if (!next.login) ownLogin = 0;
        replace(next, false);
        if (onStored) onStored();
        else if (next.user !== user) onUser(next.user, false, 'elsewhere');
        onToken();
        if (!timers.isEnded()) tabs.notify();
        return next;
      }),
    /** Resolves when the generation or the access token differs from `seen`, or `signal` aborts. */
    changed: (seen: Stored, signal: AbortSignal) =>
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
      }),
    /** Ends the session at once and removes the keys. Resolves to the tokens that were stored. */
    async end(): Promise<Pick<Stored, 'accessToken' | 'refreshToken'>> {
      const known = stored;
      removals += 1;
      ownLogin = 0;
      replace(NOTHING, true);
      onToken();
      return enqueue(async () => {
        const found = await readKeys();
        await Promise.all(NAMES.map((name) => storage.set(prefix + KEYS[name], null)));
        removals -= 1;
        tabs.notify();
        return ['unreadable', 'empty'].includes(found.condition) ? known : found;
      });
    },
    /** Name of the lock that surrounds writes of tokens. */
    lockName: () => `auth:${prefix}refresh_token`,
    isOwnKey: (key: string) => key.startsWith(home) && NAMES.some((name) => key.endsWith(KEYS[name])),
  };
}
