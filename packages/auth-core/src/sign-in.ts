/**
 * Owns startup, login, tokens from another source and changes of the profile.
 * A login or logout that begins later wins; late responses of the others change nothing.
 */
import type { TokenSender } from './auth-fetch.ts';
import type { LoadedUser, NewTokens } from './backend.ts';
import type { AuthError } from './errors.ts';
import { pauseAfter } from './platform.ts';
import { type Core, HOLD_AFTER_WRITE_MS, type Refresh } from './refresh.ts';
import { canRefresh, LOGIN_LASTS_MS, newId, type Stored } from './session.ts';
import type { AuthEvent, AuthState } from './state.ts';

/** Milliseconds that a login waits for another tab's refresh, and startup for another tab's login. */
const OTHER_TABS_WAIT_MS = 2_000;

interface Store {
  readonly getState: () => AuthState<object>;
  readonly dispatch: (event: AuthEvent<object>) => void;
}

/** Storage does not show the current session. */
const isUnknown = ({ condition }: Stored) => condition === 'pending' || condition === 'unreadable';

export function createSignIn(
  core: Core,
  tokenSender: TokenSender,
  refresh: Refresh,
  { getState, dispatch }: Store,
) {
  const { session, calls, timers, tabs, endSession, restoresFromCookie } = core;
  const send = <T>(attempt: (accessToken: string | null) => Promise<T>, endpoint?: string) =>
    tokenSender.send(attempt, calls.isUnauthorized, { endpoint });
  const loadUserAtStartup = (accessToken: string | null) => calls.getUser(accessToken, true);
  const show = (user: object | null) => dispatch({ type: 'session', user });
  const isGeneration = (generation: number) => () => session.current().generation === generation;

  /** The startup in progress. */
  let running: Promise<void> | undefined;
  let cancelRetry: (() => void) | undefined;
  let failures = 0;
  /** Startup ended without reading storage: the session is verified when storage can be read. */
  let isUnverified = false;
  const isDone = () => (getState().isInitialized && !isUnverified) || timers.isEnded();

  /** Changes with each login and logout. */
  let loginSeq = 0;
  const cancel = () => {
    loginSeq += 1;
    isUnverified = false;
  };

  /**
   * Stores a new session. Its login mark is written first and removed last, so that other tabs never see half of it.
   * The user is loaded with the tokens stored, unless it is known.
   */
  const establish = async ({ user, ...tokens }: NewTokens, isLatest: () => boolean): Promise<object> => {
    let isCurrent = () => false;
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
    const options = { timeout: OTHER_TABS_WAIT_MS };
    try {
      // Without the lock a late response in another tab would overwrite the new tokens.
      const written = await tabs.withLock<Stored | undefined>(
        session.lockName(),
        options,
        async (_isContended, resolve) => {
          const update = session.update(isLatest, change, onStored);
          resolve(update);
          await update;
          if (tabs.receivesStorageEvents) await timers.sleep(HOLD_AFTER_WRITE_MS);
        },
      );
      if (written) isCurrent = isGeneration(written.generation);
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

  const startSession = async (getTokens: () => Promise<NewTokens>): Promise<object> => {
    const seq = ++loginSeq;
    const isLatest = () => !timers.isEnded() && seq === loginSeq;
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
  const loadUserOf = async (tokens: NewTokens): Promise<NewTokens> => {
    if (tokens.user) return tokens;
    try {
      return { ...tokens, user: await calls.getUser(tokens.accessToken) };
    } catch (error) {
      if (!calls.isUnauthorized(error) || !tokens.refreshToken) throw error;
    }
    const newer = await calls.refresh(tokens.accessToken, tokens.refreshToken);
    const refreshToken = newer.refreshToken ?? tokens.refreshToken;
    return { ...newer, refreshToken, user: await calls.getUser(newer.accessToken) };
  };

  let requestSeq = 0;
  let appliedSeq = 0;

  /** Replaces the stored user with the response. */
  const replaceUser = async (
    name: 'updateUser' | 'getUser',
    request: (accessToken: string | null) => Promise<LoadedUser>,
  ): Promise<object> => {
    const seq = ++requestSeq;
    let isCurrent = () => false;
    const check = () => {
      if (timers.isEnded() || !isCurrent()) throw calls.superseded(name);
    };
    const attempt = (accessToken: string | null) => {
      isCurrent = isGeneration(session.current().generation);
      return request(accessToken);
    };
    const { text, user } = await send(attempt, name).finally(check);
    // The response to an earlier request is older than the stored user.
    if (seq > appliedSeq) {
      appliedSeq = seq;
      await session.update(isCurrent, { userText: text });
      check();
    }
    return user;
  };

  /** Removes a session that is still incomplete after `milliseconds`: an interrupted login, or a write next to a logout. */
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

  /** Asks the server. A stored user that `userSchema` does not accept is loaded again. */
  const verify = async (generation: number) => {
    const verified = await send(calls.verify);
    const { user, id } = await session.read();
    const loaded = verified ?? (user ? null : await send(loadUserAtStartup));
    const change = { ...(loaded && { userText: loaded.text }), id: id || newId() };
    await session.update(isGeneration(generation), change);
  };

  const verifyStoredSession = async (): Promise<void> => {
    let now = await session.read();
    if (now.condition === 'pending') now = await session.changedWithin(now, OTHER_TABS_WAIT_MS);
    if (isDone()) return;
    const { generation, condition } = now;
    if (condition === 'unreadable') isUnverified = true;
    if (condition === 'pending') void removeIncompleteLater(LOGIN_LASTS_MS);
    if (isUnknown(now)) return show(null);
    const isRestoring = condition === 'empty' && restoresFromCookie;
    const isComplete = now.accessToken && canRefresh(now) && now.userText && condition !== 'damaged';
    if (!isRestoring && !isComplete) return void (await endSession('damaged'));
    let failure: AuthError | undefined;
    try {
      await (isRestoring ? refresh.renew(now) : verify(generation));
    } catch (error) {
      failure = error as AuthError;
    }
    now = await session.read();
    if (isDone()) return;
    // A session that began during a restore needs no verification.
    if (!isRestoring || !now.user) {
      const isReplaced = now.generation !== generation;
      const isUndecided = isUnknown(now) && (failure || !now.user);
      if (isReplaced || isUndecided) return verifyStoredSession();
      if (failure) return failStartup(failure);
    }
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

  return {
    initialize,
    /** Shows what another tab, or a request of this one, did to the session. `isGone`: it was removed. */
    showChange(user: object | null, isGone: boolean): void {
      if (isGone) {
        cancel();
        dispatch({ type: 'logout' });
      } else if (isUnverified) void initialize();
      else if (getState().isInitialized) show(user);
      // Another tab may be removing one key after the other.
      if (!user) void removeIncompleteLater(OTHER_TABS_WAIT_MS);
    },
    login: (credentials: unknown) =>
      startSession(async () => calls.login((await session.read()).accessToken, credentials)),
    setSession: (tokens: unknown) => startSession(async () => loadUserOf(await calls.setSession(tokens))),
    /** Drops the login in progress, if any. */
    cancel,
    updateProfile: (patch: object) =>
      replaceUser('updateUser', (accessToken) => calls.updateUser(accessToken, patch)),
    reloadUser: () => replaceUser('getUser', (accessToken) => calls.getUser(accessToken)),
    /** Reads storage, and retries a startup that has not finished. */
    retry() {
      void session.read();
      if (running ?? cancelRetry ?? isUnverified) void initialize();
    },
  };
}
