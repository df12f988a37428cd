import { type Entries, IN_COOKIE, type Name, orderOf, type SessionStore } from './session-store.ts';
import { roleOf } from './state.ts';

/** Content of storage when it was last read. */
export interface Stored extends Entries {
  /** The user, parsed. */
  readonly person: object | null;
  /** The user of a whole session: one with both tokens. */
  readonly signedIn: object | null;
  /** Another tab's login has stored its tokens and not yet its user, or all is over. The rest is from before that. */
  readonly isWaiting: boolean;
  /**
   * Whose it is: another number when the session ends or becomes somebody else's, never by a refresh.
   * Work begun in an older epoch must leave no trace.
   */
  readonly epoch: number;
}

/** Entries that can be written. */
export type Changes = Partial<Pick<Stored, 'access' | 'refresh' | 'user' | 'pending'>>;

/** The stored session as this tab sees it. */
export interface Session {
  now(): Stored;
  /** Reads storage, following what other tabs did. */
  sync(): Promise<Stored>;
  /** Ends everything begun in the present epoch and returns the new one. */
  renew(): number;
  /** Writes what is given, as long as `begun` is the epoch, and storage, read once more, is as `condition` wants it. */
  write(begun: number, changes: Changes, condition?: (now: Stored) => boolean): Promise<void>;
  /** Ends the epoch and removes all keys. */
  end(): Promise<void>;
  /** Ends the epoch for good: nothing is written any more, but what is being removed is removed. */
  close(): void;
}

export type Departure = 'elsewhere' | 'damaged';

export interface SessionListener {
  /** Another tab changed who is signed in; `isGone`: it signed out. */
  onChange(user: object | null, isGone: boolean, why: Departure): void;
  /** Called when what is stored, or the epoch, is another. */
  onMove(): void;
}

/** Time for which a login left half done counts as under way, in milliseconds. */
export const LOGIN_LASTS_MS = 60_000;

const NOTHING = {
  access: null,
  refresh: null,
  user: null,
  owner: null,
  pending: 0,
  isDamaged: false,
  isUnread: false,
  prefix: '',
  person: null,
  signedIn: null,
  isWaiting: false,
};

/** People are told apart only where the API gives them an `id`. */
type Person = { id?: unknown } | null;

/** The same person, changed meanwhile. */
const sameId = (one: Person, other: Person) => one?.id && one.id === other?.id;

export const isSomebodyElse = (one: Person, other: Person) => !!one?.id && !!other?.id && !sameId(one, other);

const toStore = (stored: Stored, name: Name): string | null => {
  if (name === 'role') return roleOf(stored.person);
  const value = stored[name];
  return value === IN_COOKIE ? null : value;
};

export function createSession(
  store: SessionStore,
  parse: (text: string | null) => Promise<object | null>,
  { onChange, onMove }: SessionListener,
): Session {
  let stored: Stored = { ...NOTHING, epoch: 0 };
  /** The number of this tab's login while it is under way. */
  let ownLogin = 0;
  let isClosed = false;
  /** Counts writes: what was read before one is past after it. */
  let version = 0;
  let reading: Promise<unknown> = Promise.resolve();
  let queued: Promise<Stored> | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let putting: Promise<unknown> | undefined;

  const settle = (next: Stored) => {
    stored = next;
    onMove();
  };
  const leave = (next: Omit<Stored, 'epoch'>) => {
    settle({ ...next, epoch: stored.epoch + 1 });
    return stored.epoch;
  };
  const complete = (entries: Entries, person: object | null): Stored => ({
    ...entries,
    person,
    signedIn: entries.access && entries.refresh ? person : null,
    isWaiting: false,
    epoch: stored.epoch,
  });

  const follow = (entries: Entries, person: object | null) => {
    const { pending, access } = entries;
    if (pending && pending !== ownLogin && Math.abs(Date.now() - pending) < LOGIN_LASTS_MS) {
      // The login that began last is the one that counts.
      (ownLogin ? leave : settle)({ ...stored, isWaiting: true });
      ownLogin = 0;
      return;
    }
    const before = stored;
    const next = complete(entries, person);
    const isOtherUser = next.user !== before.user;
    const isOtherToken = access !== before.access;
    stored = next;
    if (!isOtherUser && !isOtherToken && next.refresh === before.refresh) return;
    // A refresh leaves the user as it was: a new token with another user is another session.
    if (!next.signedIn || (isOtherUser && isOtherToken && !sameId(before.person, person))) leave(stored);
    else onMove();
    const isGone = isOtherToken && !access;
    if (isGone || next.signedIn !== before.signedIn) {
      const isDamaged = next.isDamaged || (!!next.user && !person);
      onChange(next.signedIn, isGone && !isDamaged, isDamaged ? 'damaged' : 'elsewhere');
    }
  };

  const look = async () => {
    const begun = version;
    const entries = await store.read();
    const person = entries.user === stored.user ? stored.person : await parse(entries.user);
    if (begun === version && !isClosed) follow(entries, person);
  };

  const put = async (next: Stored, isNew: boolean) => {
    const { epoch } = stored;
    for (const name of orderOf(next.pending)) {
      const value = toStore(next, name);
      if (isNew || value !== toStore(stored, name)) await store.write(next.prefix, name, value);
      if (isClosed || epoch !== stored.epoch) return;
    }
    settle(next);
  };

  return {
    now: () => stored,
    sync() {
      // All who ask before a look has begun share it.
      queued ??= (async () => {
        await reading;
        for (let before: unknown; before !== writing; ) {
          before = writing;
          await before;
        }
        queued = undefined;
        await look();
        return stored;
      })();
      reading = queued;
      return queued;
    },
    renew: () => leave(stored),
    write(begun, changes, condition = () => true) {
      const { user, pending = 0 } = changes;
      const isPast = () => isClosed || begun !== stored.epoch;
      const done = writing.then(async () => {
        await look();
        const person = user === undefined || user === stored.user ? stored.person : await parse(user);
        if (isPast() || (stored.isWaiting && !pending) || !condition(stored)) return;
        version++;
        const next = complete({ ...stored, ...changes }, person);
        ownLogin = next.pending;
        putting = put({ ...next, owner: store.ownerOf(next) }, !!pending);
        await putting;
      });
      writing = done;
      return done;
    },
    async end() {
      if (isClosed) return;
      version++;
      ownLogin = 0;
      leave(NOTHING);
      const removed = (async () => {
        await putting;
        await store.clear();
        version++;
      })();
      // Whoever looks next finds it done. A read that hangs is not waited for.
      writing = Promise.all([writing, removed]);
      await removed;
    },
    close() {
      isClosed = true;
      leave(NOTHING);
    },
  };
}
