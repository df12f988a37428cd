import { type Outcome, unwrap } from './api.ts';
import type { AuthError } from './errors.ts';
import { platform } from './platform.ts';
import { isSomebodyElse, type Session, type Stored } from './session.ts';
import type { Tabs } from './tabs.ts';
import { pauseAfter, type Timers } from './timers.ts';

/**
 * Time, in milliseconds, that a tab which had to wait for another one's refresh gives storage to bring the
 * result. Browsers carry localStorage from tab to tab later than they pass a lock on. 0: not at all.
 */
export const CONTENDED_WAIT_MS = 100;

/** A pair of tokens as a refresh gives it; without a refresh token the old one stays. */
export interface Renewed {
  readonly access: string;
  readonly refresh: string | null;
}

export interface RefreshParts {
  readonly session: Session;
  readonly timers: Timers;
  readonly tabs: Tabs;
  readonly scope: object;
  /** Milliseconds; bounds the exchange, and the waiting for somebody else's. */
  readonly timeout: number;
  /** Having no verdict keeps the session. */
  readonly isPatient: boolean;
  lockName(): string;
  /** Spends the refresh token. Takes as long as it takes. */
  spend(access: string | null, refresh: string): Promise<Outcome<Renewed>>;
  /** The error of an answer that did not come in time. */
  timedOut(): AuthError;
  /** Removes what is stored, and shows nobody any more. */
  drop(): Promise<void>;
  /** The server refused (or, without patience, could not be asked): the session is over. */
  signOut(error: AuthError): Promise<void>;
}

export interface Refresh {
  /**
   * Sees to it that storage holds a newer access token than was seen, as long as the epoch lasts: one exchange for all
   * who ask. `false`: there is none to be had. Rejects with an `unreachable` AuthError when it is not known.
   */
  renew(seen: Stored): Promise<boolean>;
  /** Called when what is stored, or the epoch, is another: whoever waits may go on. */
  recheck(): void;
  /** The server may be there again: forget the pauses. */
  relax(): void;
}

/** One refresh that callers wait for. */
interface Flight {
  readonly landed: Promise<boolean>;
  recheck(): void;
}

export function createRefresh(parts: RefreshParts): Refresh {
  const { session, timers, tabs, timeout, isPatient, spend, timedOut, drop, signOut } = parts;
  const wait = tabs.isAudible ? CONTENDED_WAIT_MS : 0;
  const lull = (milliseconds: number) => (milliseconds ? timers.pause(milliseconds) : undefined);

  let flight: Flight | undefined;
  /** An exchange whose callers have gone without an answer: with which token it was asked, and when it is given up. */
  let late: { readonly stale: string | null; readonly isOver: Promise<unknown> } | undefined;
  // The last exchange, if it had no verdict: why, with which token, how often in a row, and the pause since.
  let failure: AuthError | undefined;
  let failedWith: string | null = null;
  let failures = 0;
  let since = 0;
  let pause = 0;

  const begin = ({ access: stale, epoch }: Stored): Flight => {
    let stopWaiting = () => {};
    let resolveEnd: (end: { readonly outcome: boolean | Promise<boolean> }) => void = () => {};
    const end = new Promise<{ readonly outcome: boolean | Promise<boolean> }>((resolve) => {
      resolveEnd = resolve;
    });
    const land = (outcome: boolean | Promise<boolean>) => {
      flight = undefined;
      stopWaiting();
      resolveEnd({ outcome });
    };
    /** The exchange is still to be done, or to be waited for. */
    const isDue = () => flight === own;
    const own: Flight = {
      landed: end.then(({ outcome }) => outcome),
      recheck() {
        const now = session.now();
        // After what storage is still being told: whoever looks next must find it done.
        if (now.epoch !== epoch || now.access !== stale) land(session.sync().then(() => true));
      },
    };

    /** Stores what an exchange brought, late or not, while storage holds what was spent for it. */
    const adopt = async ({ access, refresh: given }: Renewed, spent: string) => {
      const { person } = session.now();
      const refresh = given ?? spent;
      await session.write(epoch, { access, refresh }, (now) => now.access === stale && now.refresh === spent);
      if (session.now().access !== access) return;
      failure = undefined;
      // Whoever asks now waits for the lock, and so for storage, instead of spending what it sees.
      await lull(wait / 2);
      const now = await session.sync();
      // Another tab signed out, or somebody else in, just before we wrote: what we wrote goes too.
      if (
        (now.access === access || now.refresh === refresh) &&
        (isSomebodyElse(person, now.person) || (now.epoch !== epoch && !now.signedIn))
      )
        await drop();
    };

    const fail = (error: AuthError) => {
      // The first failure costs no pause, unless the server asked for one.
      failures = failure && stale === failedWith ? failures + 1 : 0;
      failure = error;
      failedWith = stale;
      since = Date.now();
      pause = pauseAfter(failures, failure.retryAfter);
      if (isDue()) land(Promise.reject(failure));
    };

    const settle = async (outcome: Outcome<Renewed>, spent: string) => {
      const { error } = outcome;
      if (!error) return adopt(unwrap(outcome), spent);
      if (isPatient && error.code !== 'refused') return fail(error);
      // Another tab may just have succeeded, and storage not have brought it yet.
      await lull(wait);
      await session.sync();
      if (isDue()) await signOut(error);
    };

    const exchange = async () => {
      const { refresh: spent } = session.now();
      if (!spent) return;
      let stopClock = () => {};
      const timeUp = new Promise<'late'>((resolve) => {
        stopClock = timers.after(timeout, () => resolve('late'));
      });
      const answer = spend(stale, spent);
      const outcome = await Promise.race([answer, timeUp, end.then(() => undefined)]);
      stopClock();
      if (typeof outcome === 'object') return settle(outcome, spent);
      // The server may have rotated all the same: what comes is kept for the next who asks.
      const adopted = answer.then(({ value }) => value && adopt(value, spent));
      if (!outcome) return;
      let stop = () => {};
      const givenUp = new Promise<void>((resolve) => {
        stop = timers.after(timeout, resolve);
      });
      // Over before the next one can be late: that begins no earlier than now, and has as long.
      late = {
        stale,
        isOver: Promise.race([adopted, givenUp]).then(() => {
          stop();
          late = undefined;
        }),
      };
      await settle({ status: 0, error: timedOut() }, spent);
    };

    let isBegun = false;
    const patience = () => {
      const waiting = new platform.AbortController();
      const cancel = timers.after(timeout, () => waiting.abort());
      stopWaiting = () => {
        cancel();
        waiting.abort();
      };
      return waiting.signal;
    };
    void tabs.take({
      name: parts.lockName(),
      scope: parts.scope,
      patience,
      isWanted: () => !isBegun && isDue(),
      async work(isContended) {
        isBegun = true;
        await session.sync();
        if (isContended && isDue() && wait) {
          await lull(wait);
          await session.sync();
        }
        if (isDue()) await exchange();
      },
    });
    return own;
  };

  const renew: Refresh['renew'] = async (seen) => {
    await session.sync();
    const now = session.now();
    if (now.epoch !== seen.epoch || now.isWaiting) return false;
    if (now.access !== seen.access) return true;
    if (!now.refresh) return false;
    if (late?.stale === now.access) {
      await late.isOver;
      return renew(seen);
    }
    // In either direction: a clock set back must not make it wait for ever.
    if (failure && now.access === failedWith && Math.abs(Date.now() - since) < pause) throw failure;
    flight ??= begin(now);
    return flight.landed;
  };

  return {
    renew,
    recheck: () => flight?.recheck(),
    relax() {
      failure = undefined;
    },
  };
}
