/**
 * Owns the exchange of the refresh token: one promise in flight for all callers, one backoff after failures.
 *
 * A token is spent once: a lock over all tabs surrounds the exchange, and storage is read again under it. Browsers pass
 * the lock to the next tab before they deliver the write of the previous one, so the holder keeps it after its write, and
 * a tab that had to wait for it waits for storage, too. A token may still be spent twice without Web Locks, after a response
 * later than `HOLD_FRACTION`, and after the lock of a frozen tab is stolen: then the check of a refusal keeps the session.
 * See docs/protocol.md.
 */
import type { Calls, NewTokens } from './backend.ts';
import { AuthError } from './errors.ts';
import type { SessionEndReason } from './options.ts';
import { claimsOf, createTimers, pauseAfter, type Timers, type Warn } from './platform.ts';
import {
  type Change,
  canRefresh,
  isSameId,
  isSameSession,
  isSameUser,
  newId,
  type Session,
  type Stored,
} from './session.ts';
import type { Tabs } from './tabs.ts';

/** Milliseconds in which storage delivers a write to a tab that waited for the lock. */
const CONTENDED_WAIT_MS = 100;
/** Milliseconds that the lock is held after a write, for tabs that request it later and get it without waiting. */
export const HOLD_AFTER_WRITE_MS = 50;

/**
 * Parts of `refreshTimeout`: how long the lock is held for a response, when a tab that holds it longer counts as frozen,
 * and when a response is no longer expected. Each leaves the next caller time for its own exchange.
 */
const HOLD_FRACTION = 0.75;
const STEAL_FRACTION = 0.8;
const ABANDON_FRACTION = 1.9;

/** What the refresh and the sign-in of one instance share. */
export interface Core {
  readonly session: Session;
  readonly calls: Calls;
  readonly timers: Timers;
  readonly tabs: Tabs;
  readonly warn: Warn;
  readonly endSession: (reason: SessionEndReason) => Promise<unknown>;
  /** An empty storage is exchanged, too: the refresh token may be in a cookie. */
  readonly restoresFromCookie: boolean;
}

export type Refresh = ReturnType<typeof createRefresh>;

/** @param timeout Milliseconds that a caller waits at most. */
export function createRefresh(core: Core, timeout: number) {
  const { session, calls, timers, tabs, warn, endSession, restoresFromCookie } = core;
  /** Not ended by dispose: the lock is held while a token is being spent. */
  const exchangeTimers = createTimers();
  let inFlight: Promise<boolean> | undefined;
  /** The last failure: with which token, how many in a row, and for how long no exchange is made. */
  let backoff:
    | { error: AuthError; token: string | null; failures: number; at: number; pause: number }
    | undefined;

  const noteFailure = (token: string | null, error: AuthError) => {
    // The first failure costs no pause, unless the server asked for one. A bug is not retried.
    const failures = backoff?.token === token ? backoff.failures + 1 : 0;
    const pause =
      error.code === 'misconfigured' ? Number.POSITIVE_INFINITY : pauseAfter(failures, error.retryAfter);
    backoff = { error, token, failures, at: Date.now(), pause };
  };
  const isPaused = (token: string | null) =>
    backoff?.token === token && Math.abs(Date.now() - backoff.at) < backoff.pause;

  /** Whether `now` is still the session `seen`, and no login in another tab is about to replace it. */
  const canSpend = (seen: Stored, now: Stored) =>
    session.isCurrent(seen) &&
    now.condition !== 'pending' &&
    (canRefresh(now) || (restoresFromCookie && now.condition === 'empty'));

  /** Reads storage, and gives it time to deliver what another tab may just have written. */
  const waitForDelivery = async (seen: Stored) => {
    await session.read();
    if (tabs.receivesStorageEvents) await session.changedWithin(seen, CONTENDED_WAIT_MS);
  };

  /** Ends the session after a refusal, unless storage shows that another tab has succeeded or is signing in. */
  const endRefused = async (seen: Stored, error: AuthError) => {
    await waitForDelivery(seen);
    const { refreshToken, condition } = session.current();
    const hasOtherToken = !session.isCurrent(seen) || (refreshToken && refreshToken !== seen.refreshToken);
    if (hasOtherToken || condition === 'pending' || timers.isEnded()) return;
    if (seen.accessToken) warn('refresh failed', error);
    await endSession('refused');
  };

  /** Holds the lock until other tabs see the write, then ends the session if another tab changed it meanwhile. */
  const holdAndCheckWrite = async (written: Stored) => {
    if (tabs.receivesStorageEvents) await exchangeTimers.sleep(HOLD_AFTER_WRITE_MS);
    const now = await session.read();
    const hasOurToken =
      now.accessToken === written.accessToken ||
      (!!written.refreshToken && now.refreshToken === written.refreshToken);
    const isMixed = !isSameSession(written, now) || (!!written.user && !now.user);
    if (hasOurToken && isMixed && now.condition !== 'pending' && !timers.isEnded())
      await endSession('elsewhere');
  };

  /**
   * Spends the refresh token of `seen` and stores the response, or ends the session when it is refused. Calls `onResponse`
   * after the response is validated, before it is stored.
   */
  const spend = async (seen: Stored, onResponse: () => void): Promise<void> => {
    try {
      const tokens = await calls.refresh(seen.accessToken, seen.refreshToken);
      const owner = seen.refreshToken ? {} : await checkOwner(calls, seen, tokens);
      onResponse();
      const refreshToken = tokens.refreshToken ?? seen.refreshToken;
      const written = await session.update(
        // Only over the token that was spent: a login or logout meanwhile stays.
        (now) => canSpend(seen, now) && now.refreshToken === seen.refreshToken,
        { ...owner, accessToken: tokens.accessToken, refreshToken, isCookie: !refreshToken },
      );
      if (written) {
        backoff = undefined;
        await holdAndCheckWrite(written);
      } else {
        // Another tab's refresh token may be delivered before its access token.
        await waitForDelivery(seen);
      }
    } catch (error) {
      if ((error as AuthError).code !== 'refused') throw error;
      await endRefused(seen, error as AuthError);
    }
  };

  /** One exchange under the lock, unless another tab makes it. Resolves to false when its response is no longer expected. */
  const exchange = async (seen: Stored): Promise<boolean> => {
    const stop = new AbortController();
    /** Resolves with the first newer token, also with that of this exchange, and on abort. */
    const changed = session.changed(seen, stop.signal);
    const options = { timeout: timeout * STEAL_FRACTION, signal: stop.signal };
    const exchanged = tabs.withLock<void>(session.lockName(), options, async (isContended, resolve) => {
      await (isContended ? waitForDelivery(seen) : session.read());
      if (!canSpend(seen, session.current()) || timers.isEnded()) return;
      let hasResponse = false;
      const spent = spend(session.current(), () => {
        hasResponse = true;
      });
      resolve(spent);
      // A later response is stored, too, but the lock is not held for it.
      await exchangeTimers.settles(Promise.race([spent, changed]), timeout * HOLD_FRACTION);
      // `changed` resolves at the write: the lock is held until other tabs see it.
      if (hasResponse) await spent;
    });
    try {
      const first = Promise.race([exchanged, changed]);
      const isSettled = await timers.settles(first, timeout * ABANDON_FRACTION);
      if (isSettled) await first;
      else noteFailure(seen.accessToken, calls.timedOut());
      return isSettled;
    } catch (error) {
      noteFailure(seen.accessToken, error as AuthError);
      throw error;
    } finally {
      // Ends the wait for the lock, or resolves `changed`, which releases the lock.
      if (!timers.isEnded()) stop.abort();
      inFlight = undefined;
    }
  };

  return {
    /**
     * Ensures that storage holds a newer access token than `seen`. Concurrent callers share one exchange. Resolves to
     * false without a newer token: the session ended, was replaced or cannot be refreshed, or the server returned the
     * same token. `isForced`: regardless of the backoff. Throws `unreachable` or `misconfigured`.
     */
    async renew(seen: Stored, isForced?: boolean): Promise<boolean> {
      let isWaiting = true;
      const exchangeOrJoin = async () => {
        do {
          const now = await session.read();
          if (!canSpend(seen, now)) return;
          if (!inFlight && !isForced && isPaused(now.accessToken)) throw backoff?.error;
          inFlight ??= exchange(now);
          // Another exchange follows one that was abandoned.
        } while (!(await inFlight) && isWaiting && !timers.isEnded());
      };
      try {
        const work = exchangeOrJoin();
        const isInTime = await timers.settles(work, timeout);
        isWaiting = false;
        if (timers.isEnded()) return false;
        if (!isInTime) throw calls.timedOut();
        await work;
      } catch (error) {
        if (!calls.isFinal(error as AuthError)) throw error;
        await endRefused(seen, error as AuthError);
      }
      const { generation, accessToken } = session.current();
      return generation === seen.generation && accessToken !== seen.accessToken;
    },

    /** The server may be reachable again: resets the backoff, except after a misconfiguration. */
    reset(): void {
      if (backoff?.error.code !== 'misconfigured') backoff = undefined;
    },
  };
}

/**
 * A cookie is shared by all tabs, the stored session may not be: another user may have signed in elsewhere. Then the
 * refresh counts as refused. Where users cannot be distinguished the tokens start a new session, in which no request is
 * repeated.
 */
async function checkOwner(calls: Calls, seen: Stored, tokens: NewTokens): Promise<Change> {
  let { user } = tokens;
  let isSame = user
    ? isSameUser(seen.user, user.user)
    : isSameId(subjectOf(seen.accessToken), subjectOf(tokens.accessToken));
  if (isSame === undefined) {
    user ??= await calls.getUser(tokens.accessToken, true);
    isSame = user.text === seen.userText || isSameUser(seen.user, user.user);
  }
  if (isSame === false)
    throw new AuthError('refused', '', { cause: new Error('the refresh cookie belongs to another user') });
  return isSame || !user ? {} : { userText: user.text, id: newId() };
}

/** The subject of a JWT: `sub`, or `user_id` as SimpleJWT names it. */
function subjectOf(token: string | null): unknown {
  const { sub, user_id } = claimsOf(`${token}`);
  return sub ?? user_id;
}
