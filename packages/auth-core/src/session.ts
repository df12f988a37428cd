import { tokenOf } from './accounts-api.ts';
import { objectOf, parseJson } from './answer.ts';
import { type SessionStore, STORAGE_KEYS } from './session-store.ts';
import { roleOf } from './state.ts';

/** What storage held when it was last looked at; damaged entries read as missing. */
export interface Stored {
  readonly access: string | null;
  readonly refresh: string | null;
  /** The user as JSON. */
  readonly user: string | null;
  readonly role: string | null;
  /** The user, parsed. */
  readonly person: object | null;
  /** The user of a whole session: one with both tokens. */
  readonly signedIn: object | null;
  /**
   * Whose it is: another number when the session ends or becomes somebody else's, never by a refresh.
   * Work begun in an older epoch must leave no trace.
   */
  readonly epoch: number;
}

/** What can be written. */
export type Changes = Partial<Pick<Stored, 'access' | 'refresh' | 'user'>>;

/** The stored session as this tab sees it. */
export interface Session {
  now(): Stored;
  /** Reads storage, following what other tabs did. */
  sync(): Promise<Stored>;
  /** Ends everything begun in the present epoch and returns the new one; `NaN` ends it for good. */
  renew(epoch?: number): number;
  /** Writes what is given, as long as `begun` is the epoch. */
  write(begun: number, changes: Changes): Promise<void>;
  /** Ends the epoch and removes all four keys. */
  end(): Promise<void>;
}

export interface SessionListener {
  /** Another tab changed who is signed in; `gone`: it signed out. */
  changed(user: object | null, gone: boolean): void;
  /** What is stored, or the epoch, is another. */
  moved(): void;
}

const NOTHING: Stored = {
  access: null,
  refresh: null,
  user: null,
  role: null,
  person: null,
  signedIn: null,
  epoch: 0,
};

/** The user first: other tabs must never see a new token beside the user it does not belong to. */
const ORDER = ['user', 'role', 'refresh', 'access'] as const;

/** Who is who is known only where the API gives people an `id`. */
type Person = { id?: unknown } | null;

/** The same person, changed meanwhile. */
const sameId = (one: Person, other: Person) => one?.id && one.id === other?.id;

export const isSomebodyElse = (one: Person, other: Person) => !!one?.id && !!other?.id && !sameId(one, other);

export function createSession(store: SessionStore, { changed, moved }: SessionListener): Session {
  let stored = NOTHING;
  /** Removals that wait for their turn: what is still read then is past. */
  let ending = 0;
  let queue: Promise<unknown> = Promise.resolve();

  /** One after another, so that a read never sees half of our own write. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    queue = queue.then(work);
    return queue as Promise<T>;
  };
  const settle = (next: Stored): number => {
    stored = next;
    moved();
    return next.epoch;
  };
  const renew = (epoch = stored.epoch + 1) => settle({ ...stored, epoch });
  const picture = (changes: Changes): Stored => {
    const next = { ...stored, ...changes };
    const person = next.user === stored.user ? next.person : objectOf(parseJson(next.user ?? ''));
    return { ...next, role: roleOf(person), person, signedIn: next.access && next.refresh ? person : null };
  };

  const look = async (): Promise<Stored> => {
    const keys = [STORAGE_KEYS.access, STORAGE_KEYS.refresh, STORAGE_KEYS.user];
    const [first, second, user = null] = await Promise.all(keys.map(store.get));
    const next = picture({ access: tokenOf(first), refresh: tokenOf(second), user });
    const { access, signedIn, person } = stored;
    const otherUser = user !== stored.user;
    const otherToken = next.access !== access;
    if (otherUser || otherToken || next.refresh !== stored.refresh) {
      settle(next);
      // A refresh leaves the user as it was: a new token with another user is another session.
      if (!next.signedIn || (otherUser && otherToken && !sameId(person, next.person))) renew();
      const gone = otherToken && !next.access;
      if (!ending && (gone || next.signedIn !== signedIn)) changed(next.signedIn, gone);
    }
    return stored;
  };

  const put = async (next: Stored, begun?: number) => {
    for (const name of ORDER) {
      if ((begun ?? stored.epoch) !== stored.epoch) return;
      if (next === NOTHING || next[name] !== stored[name]) await store.set(STORAGE_KEYS[name], next[name]);
    }
    settle({ ...next, epoch: stored.epoch });
  };

  return {
    now: () => stored,
    sync: () => inTurn(look),
    renew,
    write: (begun, changes) =>
      inTurn(async () => {
        await look();
        await put(picture(changes), begun);
      }),
    end() {
      // In the queue first: who is told of the new epoch and looks again finds it done.
      ending++;
      const removed = inTurn(async () => {
        await put(NOTHING);
        ending--;
      });
      renew();
      return removed;
    },
  };
}
