/**
 * Owns the exchange of the refresh token: one promise in flight for all callers, one backoff after failures.
 * A token is spent once: a lock over all tabs surrounds the exchange, and storage is read again under it, because
 * browsers pass a lock to the next tab before they deliver the write of the previous one.
 */
import type { Calls, NewTokens } from './backend.ts';
import { AuthError } from './errors.ts';
import { claimsOf, pauseAfter, platform, type Timers } from './platform.ts';
import { type Change, canRefresh, idOf, isOtherUser, newId, type Session, type Stored } from './session.ts';
import type { Tabs } from './tabs.ts';

/** Milliseconds that a tab which waited for the lock gives storage to deliver another tab's tokens. */
export const CONTENDED_WAIT_MS = 100;

/**
 * Parts of `refreshTimeout`: how long the lock is held for an answer, when a tab that holds it longer counts as frozen,
 * and when an answer is no longer expected. Each leaves the next caller time for its own exchange.
 */
const HOLD = 0.75;
const STEAL = 0.9;
const ABANDON = 1.9;

export interface RefreshParts {
  readonly session: Session;
  readonly timers: Timers;
  readonly tabs: Tabs;
  readonly calls: Calls;
  /** Milliseconds until a caller gets a verdict. */
  readonly timeout: number;
  /** No verdict ends the session. */
  readonly endsWhenUnreachable: boolean;
  readonly lockName: () => string;
  readonly isDisposed: () => boolean;
  /** The error of an exchange that did not answer in time. */
  readonly timedOut: () => AuthError;
  /** The refresh was refused: ends the session. */
  readonly onRefused: (error: AuthError) => Promise<unknown>;
  /** Removes tokens that were written over another tab's sign-in or logout. */
  readonly onMixture: () => Promise<unknown>;
}

export interface Refresh {
  /**
   * Ensures that storage holds a newer access token than `seen`. Concurrent callers share one exchange. Resolves to false
   * without a newer token: the session ended, was replaced or cannot be refreshed, or the server returned the same token.
   * `isForced`: regardless of the backoff. Throws `unreachable` or `misconfigured` when there is no verdict.
   */
  renew(seen: Stored, isForced?: boolean): Promise<boolean>;
  /** Exchanges a refresh token in a cookie without a stored session. */
  restore(): Promise<NewTokens>;
  /** The server may be reachable again: resets the backoff. */
  reset(): void;
}

type Outcome = 'settled' | 'abandoned';

/** The subject of a JWT: `sub`, or `user_id` as SimpleJWT names it. */
const subjectOf = (token: string | null): unknown => {
  const { sub, user_id } = claimsOf(`${token}`);
  return sub ?? user_id;
};

/** Whether two identifiers are equal; undefined where one of them is missing. */
const compare = (one: unknown, other: unknown) =>
  one === undefined || other === undefined ? undefined : one === other;

/**
 * A cookie is shared by all tabs, the stored session may not be: another user may have signed in elsewhere. Then the
 * refresh counts as refused. Where users cannot be distinguished the tokens start a new session, in which no request is
 * repeated.
 */
async function checkOwner(calls: Calls, seen: Stored, tokens: NewTokens): Promise<Change> {
  let loaded = tokens.user;
  let isSame = loaded
    ? compare(idOf(seen.user), idOf(loaded.user))
    : compare(subjectOf(seen.accessToken), subjectOf(tokens.accessToken));
  if (isSame === undefined) {
    loaded ??= (await calls.getUser(tokens.accessToken)).take();
    isSame = loaded.text === seen.userText || compare(idOf(seen.user), idOf(loaded.user));
  }
  if (isSame === false)
    throw new AuthError('refused', '', { cause: new Error('the refresh cookie belongs to another user') });
  return isSame || !loaded ? {} : { userText: loaded.text, id: newId() };
}

export function createRefresh(parts: RefreshParts): Refresh {
  const { session, timers, tabs, calls, timeout, isDisposed } = parts;
  const wait = tabs.hasOthers ? CONTENDED_WAIT_MS : 0;
  let inFlight: Promise<Outcome> | undefined;
  let isLate = false;
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

  /** Gives storage time to deliver what another tab may just have written. */
  const waitForOthers = async (seen: Stored) => {
    const waiting = new platform.AbortController();
    if (wait) await timers.settles(session.changed(seen, waiting.signal), wait);
    waiting.abort();
    await session.read();
  };

  /** Believes a refusal only after another look at storage: another tab may have succeeded. */
  const endRefused = async (seen: Stored, error: AuthError) => {
    await waitForOthers(seen);
    if (session.isCurrent(seen) && !isDisposed()) await parts.onRefused(error);
  };

  /** Spends the refresh token of `seen`. Resolves to the stored session once storage has the outcome. */
  const spend = async (seen: Stored, onAnswer: () => void): Promise<Stored | undefined> => {
    const { accessToken, refreshToken } = seen;
    let { generation } = seen;
    let change: Change = {};
    let tokens: NewTokens;
    try {
      tokens = (await calls.refresh(accessToken, refreshToken)).take();
      if (seen.isCookie) change = await checkOwner(calls, seen, tokens);
      onAnswer();
    } catch (error) {
      if ((error as AuthError).code !== 'refused') throw error;
      await endRefused(seen, error as AuthError);
      return undefined;
    }
    if (change.id && session.isCurrent(seen)) generation = session.begin().generation;
    const isWritten = await session.update(
      { generation, accessToken, refreshToken },
      {
        ...change,
        accessToken: tokens.accessToken,
        ...(tokens.refreshToken && { refreshToken: tokens.refreshToken, isCookie: false }),
      },
    );
    if (!isWritten) return undefined;
    backoff = undefined;
    return session.current();
  };

  /** Removes the written tokens if another tab signed in or out just before. */
  const checkMixture = async (written: Stored | undefined) => {
    if (!written) return;
    // The lock is held meanwhile, so that the next tab finds the new tokens instead of spending the old one.
    if (wait) await timers.sleep(wait / 2);
    const now = await session.read();
    const isOurs =
      now.accessToken === written.accessToken ||
      (!!written.refreshToken && now.refreshToken === written.refreshToken);
    const isMixed =
      (written.id && now.id !== written.id) ||
      isOtherUser(written.user, now.user) ||
      (now.generation !== written.generation && !now.signedIn);
    if (isOurs && isMixed && !now.isPending && !isDisposed()) await parts.onMixture();
  };

  const start = (seen: Stored): Promise<Outcome> => {
    const stop = new platform.AbortController();
    let cancel = () => {};
    isLate = false;
    const flight = new Promise<Outcome>((resolve, reject) => {
      const settle = () => resolve('settled');
      cancel = timers.after(timeout * ABANDON, () => resolve('abandoned'));
      void session.changed(seen, stop.signal).then(settle);
      const options = { timeout: timeout * STEAL, signal: stop.signal, canSteal: true };
      void tabs.withLock(parts.lockName(), options, async (isContended) => {
        await session.read();
        if (isContended && session.isCurrent(seen)) await waitForOthers(seen);
        if (!session.isCurrent(seen) || isDisposed()) return;
        let isAnswered = false;
        const answer = spend(session.current(), () => {
          isAnswered = true;
        });
        const isChecked = answer.then(checkMixture, () => {});
        answer.then(settle, (error: AuthError) => {
          if (!isLate) noteFailure(seen.accessToken, error);
          reject(error);
        });
        // A late answer is stored, too, but not waited for under the lock.
        await timers.settles(Promise.race([isChecked, session.changed(seen, stop.signal)]), timeout * HOLD);
        if (isAnswered) await isChecked;
      });
    });
    return flight.finally(() => {
      cancel();
      stop.abort();
      inFlight = undefined;
    });
  };

  return {
    async renew(seen, isForced) {
      let isWaiting = true;
      const work = (async () => {
        while (isWaiting && !isDisposed()) {
          const now = await session.read();
          if (!session.isCurrent(seen) || now.isPending || !canRefresh(now)) return;
          if (!inFlight && !isForced && isPaused(now.accessToken)) throw backoff?.error;
          inFlight ??= start(now);
          if ((await inFlight) === 'settled') return;
        }
      })();
      try {
        const isInTime = await timers.settles(work, timeout);
        isWaiting = false;
        if (isDisposed()) return false;
        if (!isInTime) {
          if (!isLate) noteFailure(seen.accessToken, parts.timedOut());
          isLate = true;
          throw parts.timedOut();
        }
        await work;
      } catch (error) {
        if (!parts.endsWhenUnreachable || (error as AuthError).code !== 'unreachable') throw error;
        await endRefused(seen, error as AuthError);
      }
      const { generation, accessToken } = session.current();
      return generation === seen.generation && accessToken !== seen.accessToken;
    },
    async restore() {
      const stop = new platform.AbortController();
      const work = new Promise<NewTokens>((resolve, reject) => {
        const options = { timeout: timeout * STEAL, signal: stop.signal, canSteal: true };
        void tabs.withLock(parts.lockName(), options, async () => {
          const answer = calls.refresh(null, null).then(({ take }) => take());
          answer.then(resolve, reject);
          await timers.settles(answer, timeout * HOLD);
        });
      });
      const isInTime = await timers.settles(work, timeout);
      stop.abort();
      if (!isInTime) throw parts.timedOut();
      return work;
    },
    reset() {
      backoff = undefined;
    },
  };
}
