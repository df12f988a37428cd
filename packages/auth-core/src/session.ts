import { tokenOf, userOf } from './accounts-api.ts';
import { parseJson } from './answer.ts';
import { type SessionStore, STORAGE_KEYS } from './session-store.ts';
import { roleOf } from './state.ts';

/** What storage holds; damaged entries read as missing. */
export interface Stored {
  readonly access: string | null;
  readonly refresh: string | null;
  readonly user: object | null;
  /** The user's JSON, for comparison. */
  readonly json: string | null;
}

/** What to write; `null` removes, what is left out stays. */
export type Changes = Partial<Pick<Stored, 'access' | 'refresh' | 'user'>>;

/** The stored session as this tab last saw it, and whose it is. */
export interface Session {
  /**
   * Changes when the session ends or becomes somebody else's, never by a refresh. Work begun in an older
   * epoch must leave no trace.
   */
  epoch(): number;
  /** What was seen last. */
  stored(): Stored;
  /** How often another tab was seen to sign out. */
  exits(): number;
  /** Reads storage, following what other tabs did. */
  sync(): Promise<Stored>;
  /** Ends everything begun in the present epoch and returns the new one. */
  renew(): number;
  /** Writes while `begun` is the epoch; says whether it still was at the end. */
  write(begun: number, changes: Changes): Promise<boolean>;
  /** Ends the epoch and removes all four keys. */
  end(): Promise<void>;
  /** Calls back whenever what is stored, or the epoch, has changed. */
  watch(watcher: () => void): () => void;
}

const NOTHING: Stored = { access: null, refresh: null, user: null, json: null };

/** The user of a whole session: both tokens and a user. */
export const signedIn = ({ access, refresh, user }: Stored): object | null =>
  access && refresh ? user : null;

/** @param changed called when another tab changed who is signed in */
export function createSession(store: SessionStore, changed: (user: object | null) => void): Session {
  let stored = NOTHING;
  let epoch = 0;
  let exits = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const watchers = new Set<() => void>();

  /** One after another, so that a read never sees half of our own write. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn;
    return turn;
  };
  const settle = (next: Stored) => {
    stored = next;
    for (const watcher of watchers) watcher();
  };
  const renew = () => {
    epoch++;
    settle(stored);
    return epoch;
  };

  const look = async (): Promise<Stored> => {
    const entries = await Promise.all([
      store.get(STORAGE_KEYS.access),
      store.get(STORAGE_KEYS.refresh),
      store.get(STORAGE_KEYS.user),
    ]);
    const [access, refresh] = entries.map(tokenOf) as [string | null, string | null];
    const json = entries[2] ?? null;
    const before = stored;
    const otherUser = json !== before.json;
    if (access === before.access && refresh === before.refresh && !otherUser) return before;

    const next = { access, refresh, json, user: otherUser ? userOf(parseJson(json ?? '')) : before.user };
    const user = signedIn(next);
    if (before.access && !access) exits++;
    // A refresh leaves the user as it was: a new token with another user is another session.
    if (!user || (otherUser && access !== before.access)) epoch++;
    settle(next);
    if (user !== signedIn(before)) changed(user);
    return next;
  };

  const put = async (next: Stored, current: () => boolean): Promise<boolean> => {
    const entries = [
      // The user first: other tabs must never see a new token beside the user it does not belong to.
      [STORAGE_KEYS.user, next.json !== stored.json, next.json],
      [STORAGE_KEYS.role, next.json !== stored.json, roleOf(next.user)],
      [STORAGE_KEYS.refresh, next.refresh !== stored.refresh, next.refresh],
      [STORAGE_KEYS.access, next.access !== stored.access, next.access],
    ] as const;
    for (const [key, differs, value] of entries) {
      if (!current()) return false;
      if (differs || next === NOTHING) await store.set(key, value);
    }
    settle(next);
    return current();
  };

  return {
    epoch: () => epoch,
    stored: () => stored,
    exits: () => exits,
    sync: () => inTurn(look),
    renew,
    write: (begun, changes) =>
      inTurn(async () => {
        await look();
        const json = changes.user === undefined ? stored.json : changes.user && JSON.stringify(changes.user);
        return put({ ...stored, ...changes, json }, () => begun === epoch);
      }),
    async end() {
      renew();
      await inTurn(() => put(NOTHING, () => true));
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
