/**
 * Owns what happens to a user: startup, login, tokens from another source, changes of the profile.
 * A login or logout that begins later wins; late answers of the others change nothing.
 */
import type { Authorized } from './auth-fetch.ts';
import type { LoadedUser, NewTokens } from './backend.ts';
import type { AuthError } from './errors.ts';
import { pauseAfter } from './platform.ts';
import { CONTENDED_WAIT_MS, type Core, type Refresh, underLock } from './refresh.ts';
import { canRefresh, LOGIN_LASTS_MS, newId, type Stored } from './session.ts';
import type { AuthEvent, AuthState } from './state.ts';

/** Milliseconds that a login waits for another tab's refresh, and startup for another tab's login. */
const OTHERS_MS = 2_000;

interface Store {
  readonly getState: () => AuthState<object>;
  readonly dispatch: (event: AuthEvent<object>) => void;
}

/** Storage does not show the current session. */
const isUnknown = ({ condition }: Stored) => condition === 'pending' || condition === 'unreadable';

/** @param restoresFromCookie An empty storage tries one refresh. */
export function createSignIn(
  core: Core,
  authorized: Authorized,
  refresh: Refresh,
  { getState, dispatch }: Store,
  restoresFromCookie: boolean,
) {
  const { session, calls, timers, tabs, endSession } = core;
  const send = <T>(attempt: (accessToken: string | null) => Promise<T>, endpoint?: string) =>
    authorized.send(attempt, calls.isUnauthorized, { endpoint });
  const loadUserAtStartup = (accessToken: string | null) => calls.getUser(accessToken, true);
  const show = (user: object | null) => dispatch({ type: 'session', user });
  const isIn = (generation: number | undefined) => () => session.current().generation === generation;

  /** The startup in progress. */
  let running: Promise<void> | undefined;
  let cancelRetry: (() => void) | undefined;
  let failures = 0;
  /** Startup ended without reading storage: the session is verified when storage can be read. */
  let isUnverified = false;
  const isDone = () => (getState().isInitialized && !isUnverified) || timers.isEnded();

  let latestLogin = 0;
  /** Returns a check whether no other login, logout or dispose has overtaken the caller. */
  const watchLogins = () => {
    const login = latestLogin;
    return () => !timers.isEnded() && login === latestLogin;
  };

  /**
   * Stores a new session. Its login mark is written first and removed last, so that other tabs never see half of it.
   * The user is loaded with the tokens stored, unless it is known.
   */
  const establish = async ({ user, ...tokens }: NewTokens, isLatest: () => boolean): Promise<object> => {
    let isCurrent = isIn(undefined);
    const check = () => {
      if (!isLatest() || !isCurrent()) throw calls.superseded('login');
    };
    const succeed = ({ user }: LoadedUser) => dispatch({ type: 'login-succeeded', user });
    const onStored = () => {
      isUnverified = false;
      if (user) succeed(user);
      else show(null);
    };
    const id = newId();
    const login = Date.now() + Math.random();
    const change = { ...tokens, userText: user?.text ?? null, isCookie: !tokens.refreshToken, id, login };
    try {
      // Without the lock a late answer in another tab would overwrite the new tokens.
      const written = await underLock<Stored | undefined>(core, { timeout: OTHERS_MS }, async (settle) => {
        const update = session.update(isLatest, change, onStored);
        settle(update);
        await update;
        // The next tab that gets the lock finds the tokens.
        if (tabs.hasOthers) await timers.sleep(CONTENDED_WAIT_MS / 2);
      });
      isCurrent = isIn(written?.generation);
      check();
      const loaded = user ?? (await send(calls.getUser));
      check();
      await session.update(isCurrent, { userText: loaded.text, login: 0 }, () => succeed(loaded));
      check();
      return loaded.user;
    } catch (error) {
      // Nothing of a failed login stays stored, unless another session has replaced it.
      const now = await session.read();
      const isOurs = isCurrent() || now.accessToken === tokens.accessToken;
      if (!timers.isEnded() && now.condition !== 'pending' && isOurs) {
        if (now.user) show(null);
        await session.end();
      }
      throw error;
    }
  };

  const signIn = async (getTokens: () => Promise<NewTokens>): Promise<object> => {
    latestLogin += 1;
    const isLatest = watchLogins();
    dispatch({ type: 'login-started' });
    try {
      return await establish(await getTokens(), isLatest);
    } catch (error) {
      if (!isLatest()) throw calls.superseded('login');
      dispatch({ type: 'login-failed', error: error as AuthError });
      throw error;
    }
  };

  /** Loads the user of tokens that are not stored yet; tokens that have expired are exchanged first. */
  const withUser = async (tokens: NewTokens, getUser: typeof calls.getUser): Promise<NewTokens> => {
    if (tokens.user) return tokens;
    try {
      return { ...tokens, user: await getUser(tokens.accessToken) };
    } catch (error) {
      if (!calls.isUnauthorized(error) || !tokens.refreshToken) throw error;
    }
    const newer = await calls.refresh(tokens.accessToken, tokens.refreshToken);
    const refreshToken = newer.refreshToken ?? tokens.refreshToken;
    return { ...newer, refreshToken, user: await getUser(newer.accessToken) };
  };

  let requestSeq = 0;
  let appliedSeq = 0;

  /** Replaces the stored user with the answer. */
  const replaceUser = async (
    call: 'profile' | 'user',
    request: (accessToken: string | null) => Promise<LoadedUser>,
  ): Promise<object> => {
    const seq = ++requestSeq;
    let isCurrent = isIn(undefined);
    const check = () => {
      if (timers.isEnded() || !isCurrent()) throw calls.superseded(call);
    };
    const attempt = (accessToken: string | null) => {
      isCurrent = isIn(session.current().generation);
      return request(accessToken);
    };
    const { text, user } = await send(attempt, call).finally(check);
    // The answer to an earlier request is older than the stored user.
    if (seq > appliedSeq) {
      appliedSeq = seq;
      await session.update(isCurrent, { userText: text });
      check();
    }
    return user;
  };

  /** Removes a session that a login, or a write next to a logout, has not completed by then. */
  const removeIncompleteLater = async (milliseconds: number) => {
    let now: Stored;
    // A login in progress replaces that session, or removes its own tokens when it fails.
    do {
      await timers.sleep(milliseconds);
      now = await session.read();
    } while (getState().isLoading && !timers.isEnded());
    const isIncomplete = (now.accessToken || now.refreshToken) && !now.user && !isUnknown(now);
    if (isIncomplete && !timers.isEnded()) await session.end();
  };

  /** A refusal ends startup, another error is followed by another attempt. */
  const failStartup = async (error: AuthError) => {
    if (calls.isFinal(error)) return void (await endSession('refused'));
    if (error.code === 'misconfigured') return dispatch({ type: 'misconfigured', error });
    dispatch({ type: 'unreachable', error });
    cancelRetry = timers.after(pauseAfter(++failures, error.retryAfter), () => void initialize());
  };

  /** A refresh token in a cookie, and nothing in storage. */
  const restoreFromCookie = async ({ generation }: Stored): Promise<void> => {
    const isLatest = watchLogins();
    const isReplaced = () => session.current().generation !== generation || isUnknown(session.current());
    let failure: AuthError | undefined;
    try {
      const tokens = await withUser(await refresh.restore(), loadUserAtStartup);
      if (!isReplaced())
        return void (await establish(tokens, () => isLatest() && !isUnknown(session.current())));
    } catch (error) {
      failure = error as AuthError;
    }
    await session.read();
    if (isDone()) return;
    // A login, here or in another tab, has stored its session or is about to.
    if (!failure || failure.code === 'superseded' || isReplaced()) return verifyStoredSession();
    await failStartup(failure);
  };

  const verifyStoredSession = async (): Promise<void> => {
    let now = await session.read();
    if (now.condition === 'pending') now = await session.changedWithin(now, OTHERS_MS);
    if (isDone()) return;
    const { accessToken, generation, condition } = now;
    if (condition === 'unreadable') isUnverified = true;
    if (condition === 'pending') void removeIncompleteLater(LOGIN_LASTS_MS);
    if (isUnknown(now)) return show(null);
    if (condition === 'empty' && restoresFromCookie) return restoreFromCookie(now);
    // A stored user that `userSchema` does not accept is loaded again.
    if (!accessToken || !canRefresh(now) || !now.userText || condition === 'damaged')
      return void (await endSession('damaged'));
    let failure: AuthError | undefined;
    try {
      const verified = await send(calls.verify);
      const { user, id } = await session.read();
      const loaded = verified ?? (user ? null : await send(loadUserAtStartup));
      const change = { ...(loaded && { userText: loaded.text }), id: id || newId() };
      await session.update(isIn(generation), change, () => {});
    } catch (error) {
      failure = error as AuthError;
    }
    now = await session.read();
    if (isDone()) return;
    // Another session has replaced it, or is about to.
    if (now.generation !== generation || (failure && isUnknown(now))) return verifyStoredSession();
    if (failure) return failStartup(failure);
    isUnverified = false;
    show(now.user);
  };

  const initialize = async (): Promise<void> => {
    if (isDone()) return;
    cancelRetry?.();
    cancelRetry = undefined;
    running ??= verifyStoredSession().finally(() => {
      running = undefined;
    });
    await running;
  };

  /** Drops the login in progress, if any. */
  const cancel = () => {
    latestLogin += 1;
    isUnverified = false;
  };

  return {
    initialize,
    /** Shows what another tab, or a request of this one, did to the session. `isGone`: it was removed. */
    follow(user: object | null, isGone: boolean): void {
      if (isGone) {
        cancel();
        dispatch({ type: 'logout' });
      } else if (isUnverified) void initialize();
      else if (getState().isInitialized) show(user);
      // Another tab may be removing one key after the other.
      if (!user) void removeIncompleteLater(OTHERS_MS);
    },
    login: (credentials: unknown) =>
      signIn(async () => calls.login((await session.read()).accessToken, credentials)),
    setSession: (tokens: unknown) =>
      signIn(async () => withUser(await calls.setSession(tokens), calls.getUser)),
    cancel,
    updateProfile: (patch: object) =>
      replaceUser('profile', (accessToken) => calls.updateUser(accessToken, patch)),
    reloadUser: () => replaceUser('user', calls.getUser),
    /** Reads storage, and retries a startup that has not finished. */
    retry() {
      void session.read();
      if (running ?? cancelRetry ?? isUnverified) void initialize();
    },
  };
}
