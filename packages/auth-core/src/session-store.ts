import { type AuthStorage, createSafeStorage, STORAGE_KEYS, type Warn } from './storage.ts';

/** A value accepted as a token, else `null`: it must survive a header, and `"undefined"` is a bug's footprint. */
export const tokenOf = (value: unknown): string | null =>
  typeof value === 'string' && /^(?!undefined$|null$)[!-~]+$/.test(value) ? value : null;

/** Stands for a refresh token that lives in an HttpOnly cookie; neither stored nor sent. */
export const IN_COOKIE = ' cookie';

/** Stored entries of one session; damaged ones read as missing. */
export interface Entries {
  readonly access: string | null;
  readonly refresh: string | null;
  /** The user as JSON. */
  readonly user: string | null;
  /** Whose the session is, as written; a session of an earlier version has none. */
  readonly owner: string | null;
  /** Number of the login that has stored its tokens and not yet its user; 0: none. */
  readonly pending: number;
  /** A token is there that none can be. */
  readonly isDamaged: boolean;
  /** Storage could not be read. */
  readonly isUnread: boolean;
  /** Prefix of each key: an API whose place is taken has a place of its own. */
  readonly prefix: string;
}

/** `owner`: the API's base address, then ` cookie` and the number of a login under way where there are such. */
export type Name = keyof typeof STORAGE_KEYS | 'owner';

const keyOf = (name: Name) => (name === 'owner' ? 'auth_base' : STORAGE_KEYS[name]);

/** In the order of writing: other tabs never see a token beside the user it does not belong to, or unowned. */
const NAMES: readonly Name[] = ['user', 'role', 'refresh', 'access', 'owner'];

/** The owner's entry first while a login is under way, last otherwise. */
export const orderOf = (pending: number): Iterable<Name> =>
  pending ? new Set<Name>(['owner', ...NAMES]) : NAMES;

export interface SessionStore {
  read(): Promise<Entries>;
  write(prefix: string, name: Name, value: string | null): Promise<void>;
  /** Removes the session of this API, and of no other. */
  clear(): Promise<void>;
  /** The owner's entry of a session. */
  ownerOf(session: Pick<Entries, 'refresh' | 'pending'>): string;
  /** Tells a key of storage that may be of this session. */
  isOurs(key: string): boolean;
}

/**
 * The entries of one API's session. Where another API's session has the keys already, its base address is put before them: a
 * session is seen, sent and ended by its own API only.
 */
export function createSessionStore(
  given: AuthStorage | undefined,
  home: string,
  base: () => string,
  warn: Warn,
): SessionStore {
  const storage = createSafeStorage(given, warn);

  const readAt = async (prefix: string) => {
    const [owner = null, access, refresh, user = null] = await Promise.all(
      (['owner', 'access', 'refresh', 'user'] as const).map((name) => storage.get(prefix + keyOf(name))),
    );
    const [, of, cookie, pending] = /^(\S*)( cookie)?(?: ([\d.]+))?$/.exec(owner ?? '') ?? [];
    const [token, spare] = [tokenOf(access), tokenOf(refresh)];
    const entries: Entries = {
      access: token,
      refresh: spare ?? (cookie ? IN_COOKIE : null),
      user,
      owner,
      pending: Number(pending ?? 0),
      isDamaged: (!!access && !token) || (!!refresh && !spare),
      isUnread: access === undefined,
      prefix,
    };
    return { of, isEmpty: !(owner || access || refresh || user), entries };
  };

  const read = async (): Promise<Entries> => {
    const first = await readAt(home);
    const isForeign = !!first.of && first.of !== base();
    if (!isForeign && !first.isEmpty) return first.entries;
    const second = await readAt(`${home}${base()}.`);
    return (isForeign || !second.isEmpty ? second : first).entries;
  };

  return {
    read,
    write: (prefix, name, value) => storage.set(prefix + keyOf(name), value),
    async clear() {
      const { prefix } = await read();
      await Promise.all(NAMES.map((name) => storage.set(prefix + keyOf(name), null)));
    },
    ownerOf: ({ refresh, pending }) =>
      base() + (refresh === IN_COOKIE ? IN_COOKIE : '') + (pending ? ` ${pending}` : ''),
    isOurs: (key) => key.startsWith(home) && NAMES.some((name) => key.endsWith(keyOf(name))),
  };
}
