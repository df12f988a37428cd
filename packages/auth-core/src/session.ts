import { tokenOf } from './accounts-api.ts';
import { objectOf, parseJson } from './answer.ts';
import { type SessionStore, STORAGE_KEYS } from './session-store.ts';
import { roleOf } from './state.ts';

/** What storage held when it was last looked at; damaged entries read as missing. */
export interface Stored {
  readonly access: string | null;
  readonly refresh: string | null;
  readonly user: object | null;
  /** The user's JSON, for comparison. */
  readonly json: string | null;
  /**
   * Whose it is: another number when the session ends or becomes somebody else's, never by a refresh.
   * Work begun in an older epoch must leave no trace.
   */
  readonly epoch: number;
}

/** The stored session as this tab sees it. */
export interface Session {
  now(): Stored;
  /** Reads storage, following what other tabs did. */
  sync(): Promise<Stored>;
  /** Ends everything begun in the present epoch and returns the new one. */
  renew(): number;
  /** Writes what is given, as long as `begun` is the epoch. */
  write(begun: number, changes: Partial<Pick<Stored, 'access' | 'refresh' | 'user'>>): Promise<void>;
  /** Ends the epoch and removes all four keys. */
  end(): Promise<void>;
}

export interface SessionListener {
  /** Another tab changed who is signed in; `gone`: it signed out. */
  changed(user: object | null, gone: boolean): void;
  /** What is stored, or the epoch, is another. */
  moved(): void;
}

const NOTHING: Stored = { access: null, refresh: null, user: null, json: null, epoch: 0 };

/** The user of a whole session: both tokens and a user. */
export const signedIn = ({ access, refresh, user }: Stored): object | null =>
  access && refresh ? user : null;

/** The user first: other tabs must never see a new token beside the user it does not belong to. */
const entriesOf = ({ access, refresh, user, json }: Stored) =>
  [
    [STORAGE_KEYS.user, json],
    [STORAGE_KEYS.role, roleOf(user)],
    [STORAGE_KEYS.refresh, refresh],
    [STORAGE_KEYS.access, access],
  ] as const;

export function createSession(store: SessionStore, { changed, moved }: SessionListener): Session {
  let stored = NOTHING;
  let queue: Promise<unknown> = Promise.resolve();

  /** One after another, so that a read never sees half of our own write. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn;
    return turn;
  };
  const settle = (next: Stored, epoch: number) => {
    stored = { ...next, epoch };
    moved();
    return epoch;
  };
  const renew = () => settle(stored, stored.epoch + 1);

  const look = async (): Promise<Stored> => {
    const { access: a, refresh: r, user: u } = STORAGE_KEYS;
    const [first, second, json = null] = await Promise.all([a, r, u].map(store.get));
    const access = tokenOf(first);
    const refresh = tokenOf(second);
    const before = stored;
    const otherUser = json !== before.json;
    const otherToken = access !== before.access;
    if (otherUser || otherToken || refresh !== before.refresh) {
      const next = { ...before, access, refresh, json };
      if (otherUser) next.user = objectOf(parseJson(json ?? ''));
      const user = signedIn(next);
      // A refresh leaves the user as it was: a new token with another user is another session.
      settle(next, before.epoch + (!user || (otherUser && otherToken) ? 1 : 0));
      const gone = otherToken && !access;
      if (gone || user !== signedIn(before)) changed(user, gone);
    }
    return stored;
  };

  const put = async (next: Stored, current: () => boolean) => {
    const before = entriesOf(stored);
    for (const [index, [key, value]] of entriesOf(next).entries()) {
      if (!current()) return;
      if (next === NOTHING || value !== before[index]?.[1]) await store.set(key, value);
    }
    settle(next, stored.epoch);
  };

  return {
    now: () => stored,
    sync: () => inTurn(look),
    renew,
    write: (begun, changes) =>
      inTurn(async () => {
        const next = { ...(await look()), ...changes };
        if (changes.user !== undefined) next.json = changes.user && JSON.stringify(changes.user);
        await put(next, () => begun === stored.epoch);
      }),
    end() {
      renew();
      return inTurn(() => put(NOTHING, () => true));
    },
  };
}
