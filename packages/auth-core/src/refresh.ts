/**
 * Owns the exchange of the refresh token: one promise in flight for all callers, one backoff after failures.
 * A token is spent once: a lock over all tabs surrounds the exchange, and storage is read again under it, because
 * browsers pass a lock to the next tab before they deliver the write of the previous one. See docs/protocol.md.
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
import type { Tabs, WaitOptions, Work } from './tabs.ts';

/** Milliseconds that a tab which waited for the lock gives storage to deliver another tab's tokens. */
export const CONTENDED_WAIT_MS = 100;

/**
 * Parts of `refreshTimeout`: how long the lock is held for an answer, when a tab that holds it longer counts as frozen,
 * and when an answer is no longer expected. Each leaves the next caller time for its own exchange.
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
}

/**
 * Runs `work` under the refresh lock, which is held until `work` resolves. Resolves to what `settle` gets; to undefined on
 * dispose.
 */
export const underLock = <T>(
  { session, tabs, timers }: Core,
  options: WaitOptions,
  work: (settle: (result: Promise<T>) => void, isContended: boolean) => Promise<unknown>,
) =>
  new Promise<T | undefined>((resolve) => {
    const stopWaiting = timers.after(undefined, () => resolve(undefined));
    const run: Work = (isContended) => work(resolve, isContended);
    void tabs.withLock(session.lockName(), options, run).then(stopWaiting);
  });

export type Refresh = ReturnType<typeof createRefresh>;

/** @param timeout Milliseconds that a caller waits at most. */
export function createRefresh(core: Core, timeout: number) {
  const { session, calls, timers, tabs, warn, endSession } = core;
  const lockTimeout = timeout * STEAL_FRACTION;
  const wait = tabs.hasOthers ? CONTENDED_WAIT_MS : 0;
  /** Not ended by dispose: the lock is held while a token is being spent. */
  const lasting = createTimers();
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

  /** Reads storage, and gives it time to deliver what another tab may just have written. */
  const waitForOthers = async (seen: Stored) => {
    await session.read();
    if (wait) await session.changedWithin(seen, wait);
  };

  /** Ends the session after a refusal, unless storage shows that another tab has succeeded or is signing in. */
  const endRefused = async (seen: Stored, error: AuthError) => {
    await waitForOthers(seen);
    const { refreshToken, condition } = session.current();
    const hasOtherToken = !session.isCurrent(seen) || (refreshToken && refreshToken !== seen.refreshToken);
    if (hasOtherToken || condition === 'pending' || timers.isEnded()) return;
    warn('refresh failed', error);
    await endSession('refused');
  };

  /** Removes the written tokens if another tab signed in or out between the comparison and the write. */
  const endMixed = async (written: Stored) => {
    // The lock is held meanwhile, so that the next tab finds the new tokens instead of spending the old one.
    if (wait) await lasting.sleep(wait / 2);
    const now = await session.read();
    const hasOurToken =
      now.accessToken === written.accessToken ||
      (!!written.refreshToken && now.refreshToken === written.refreshToken);
    const isMixed = !isSameSession(written, now) || (!!written.user && !now.user);
    if (hasOurToken && isMixed && now.condition !== 'pending' && !timers.isEnded())
      await endSession('elsewhere');
  };

  /**
   * Spends the refresh token of `seen` and stores the answer, or ends the session when it is refused. `onAnswer` is called
   * when only the writing is left.
   */
  const spend = async (seen: Stored, onAnswer: () => void): Promise<void> => {
    try {
      const tokens = await calls.refresh(seen.accessToken, seen.refreshToken);
      const owner = seen.isCookie ? await checkOwner(calls, seen, tokens) : {};
      onAnswer();
      const rotated = tokens.refreshToken && { refreshToken: tokens.refreshToken, isCookie: false };
      const written = await session.update(
        // Only over the token that was spent: a sign-in or logout meanwhile stays.
        (now) => session.isCurrent(seen) && now.refreshToken === seen.refreshToken,
        { ...owner, accessToken: tokens.accessToken, ...rotated },
      );
      if (written) {
        backoff = undefined;
        await endMixed(written);
        // Another tab's refresh token may be delivered before its access token.
      } else await waitForOthers(seen);
    } catch (error) {
      if ((error as AuthError).code !== 'refused') throw error;
      await endRefused(seen, error as AuthError);
    }
  };

  /** One exchange under the lock, unless another tab makes it. Resolves to false when its answer is no longer expected. */
  const exchange = async (seen: Stored): Promise<boolean> => {
    const stop = new AbortController();
    const changed = session.changed(seen, stop.signal);
    const options = { timeout: lockTimeout, signal: stop.signal };
    const done = underLock<void>(core, options, async (settle, isContended) => {
      await (isContended ? waitForOthers(seen) : session.read());
      if (!session.isCurrent(seen) || timers.isEnded()) return;
      let isAnswered = false;
      const spent = spend(session.current(), () => {
        isAnswered = true;
      });
      settle(spent);
      // A late answer is stored, too, but not waited for under the lock.
      await lasting.settles(Promise.race([spent, changed]), timeout * HOLD_FRACTION);
      if (isAnswered) await spent;
    });
    try {
      const first = Promise.race([done, changed]);
      const isSettled = await timers.settles(first, timeout * ABANDON_FRACTION);
      if (isSettled) await first;
      else noteFailure(seen.accessToken, calls.timedOut());
      return isSettled;
    } catch (error) {
      noteFailure(seen.accessToken, error as AuthError);
      throw error;
    } finally {
      // An abort also ends the hold of the lock.
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
          if (!session.isCurrent(seen) || now.condition === 'pending' || !canRefresh(now)) return;
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

    /** Exchanges a refresh token in a cookie without a stored session. */
    async restore(): Promise<NewTokens> {
      const stop = new AbortController();
      const options = { timeout: lockTimeout, signal: stop.signal };
      const work = underLock<NewTokens>(core, options, (settle) => {
        const tokens = calls.refresh(null, null);
        settle(tokens);
        return lasting.settles(tokens, timeout * HOLD_FRACTION);
      });
      const tokens = (await timers.settles(work, timeout)) && (await work);
      stop.abort();
      if (tokens) return tokens;
      throw calls.timedOut();
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
