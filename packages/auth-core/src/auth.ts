import { createAddress } from './address.ts';
import { createApi } from './api.ts';
import { createAuthFetch } from './auth-fetch.ts';
import { createAuthorise, withToken } from './authorise.ts';
import { type Backend, type Credentials, simpleJwt } from './backend.ts';
import { createCalls, type Debug } from './calls.ts';
import { AuthError } from './errors.ts';
import { createFlows } from './flows.ts';
import { createListeners } from './listeners.ts';
import type { Messages } from './messages.ts';
import type { Auth, AuthOptions, SignOutReason } from './options.ts';
import { type Fetch, type FetchLike, platform } from './platform.ts';
import { createRefresh } from './refresh.ts';
import { createSession } from './session.ts';
import { createSessionStore } from './session-store.ts';
import { type AuthEvent, type AuthState, initialState, transition, type User } from './state.ts';
import type { Warn } from './storage.ts';
import { pageTabs, type Tabs } from './tabs.ts';
import { createTimers } from './timers.ts';
import { type OutputOf, parseUser, type StandardSchema } from './user-schema.ts';

/** {@link createAuth} with the other tabs passed in. */
export function createAuthAmong<U extends object = User, C = Credentials>(
  tabs: Tabs,
  options: AuthOptions<U, C>,
): Auth<U, C> {
  const { storage, storageKey, whenUnreachable = 'wait', refreshTimeout = 10_000, userSchema } = options;
  if (typeof options.baseUrl !== 'string')
    throw new AuthError(
      'misconfigured',
      'auth: createAuth({ baseUrl }) needs a string: the address of the API',
    );
  const isPatient = whenUnreachable === 'wait';
  const quietly = (work: () => void) => {
    try {
      work();
    } catch {}
  };
  const warn: Warn = (message, detail) =>
    quietly(() => (options.logger ?? platform.console).warn(`auth: ${message}`, detail));
  const debug: Debug = (what, details) =>
    quietly(() => {
      if (typeof options.debug === 'function') options.debug(what, details);
      else if (options.debug) platform.console.debug(`auth: ${what}`, details);
    });
  const fetch: FetchLike = async (input, init) =>
    ((options.fetch ?? platform.fetch) as FetchLike)(input, init);

  let isDisposed = false;
  let state: AuthState<U> = initialState;
  const changes = createListeners<AuthState<U>>(warn);
  const departures = createListeners<SignOutReason>(warn);
  const dispatch = (event: AuthEvent<object>) => {
    const before = state;
    if (!isDisposed) state = transition(state, event as AuthEvent<U>);
    if (state === before) return;
    debug(event.type, { isAuth: state.isAuth });
    changes.tell(state);
  };
  const isSettled = () => isDisposed || state.isInitialized;
  const show = (user: object | null) => dispatch({ type: 'session', user });
  const depart = (reason: SignOutReason) => {
    debug('signed out', { reason });
    departures.tell(reason);
  };

  const timers = createTimers();
  const address = createAddress(options.baseUrl, warn);
  const backend = (options.backend ?? simpleJwt()) as Backend<unknown, unknown>;
  const api = createApi({ address, fetch, timers, messages: options.messages, readError: backend.readError });
  const calls = createCalls(api, backend, userSchema, debug);
  const baseOrNothing = () => {
    try {
      return address.base();
    } catch {
      return '';
    }
  };
  const home = storageKey ? `${storageKey}.` : '';
  const store = createSessionStore(storage, home, baseOrNothing, warn);
  const session = createSession(store, (text) => parseUser(text, userSchema).catch(() => null), {
    onChange(user, isGone, why) {
      const wasIn = state.isAuth;
      if (isGone) {
        flows.cancel();
        dispatch({ type: 'logout' });
      } else if (isSettled()) show(user);
      // Another tab may be removing one key after another.
      if (!user && !isGone) flows.clearHalfLater();
      if (wasIn && !user) depart(why);
    },
    onMove: () => refresh.recheck(),
  });
  /** Ends the session. Removal first: whoever is told may dispose. */
  const drop = (reason: SignOutReason): Promise<void> => {
    const { access, refresh, user } = session.now();
    const wasThere = access || refresh || user;
    const removed = session.end();
    dispatch(reason === 'logout' ? { type: 'logout' } : { type: 'session', user: null });
    if (wasThere) depart(reason);
    return removed;
  };

  const lockName = () => `auth:${session.now().prefix || home}refresh_token`;
  const scope = storage ?? (tabs.isAudible ? platform : timers);
  const refresh = createRefresh({
    session,
    timers,
    tabs,
    scope,
    timeout: refreshTimeout,
    isPatient,
    lockName,
    spend: calls.refresh,
    timedOut: () => api.say('unreachable', new AuthError('unreachable', '', { cause: new Error('timeout') })),
    drop: () => drop('elsewhere'),
    async signOut(error) {
      warn('refresh failed', error);
      await drop('refused');
    },
  });
  const isAnonymous = () => state.isInitialized && !state.isAuth;
  const authorise = createAuthorise(session, refresh, options.refreshAhead, isAnonymous);
  const overtaken = (about: keyof Messages) =>
    isDisposed
      ? new AuthError('disposed', 'auth: this instance was disposed of')
      : api.say(about, new AuthError('superseded', ''));

  const flows = createFlows({
    session,
    calls,
    authorise,
    timers,
    tabs,
    scope,
    lockName,
    isPatient,
    isSettled,
    isOver: () => isDisposed,
    dispatch,
    drop,
    overtaken,
  });
  const wake = () => {
    refresh.relax();
    flows.retry();
  };
  const unlisten = tabs.listen((key) => {
    if (!key || store.isOurs(key)) flows.retry();
  }, wake);
  const whileAlive =
    <Inputs extends unknown[], Output>(work: (...inputs: Inputs) => Promise<Output>) =>
    async (...inputs: Inputs): Promise<Output> => {
      if (isDisposed) throw overtaken('login');
      return work(...inputs);
    };

  return {
    getState: () => state,
    subscribe: changes.add,
    onSignOut: departures.add,
    initialize: whileAlive(flows.initialize),
    login: whileAlive(flows.login) as Auth<U, C>['login'],
    adopt: whileAlive(flows.adopt) as Auth<U, C>['adopt'],
    logout: whileAlive(async () => {
      const { access } = session.now();
      flows.cancel();
      await drop('logout');
      if (backend.logout && access) void calls.logout(access);
    }),
    updateProfile: whileAlive(flows.updateProfile) as Auth<U, C>['updateProfile'],
    reloadUser: whileAlive(flows.reloadUser) as Auth<U, C>['reloadUser'],
    fetch: whileAlive(createAuthFetch(address, fetch, authorise, () => !!session.now().refresh)) as Fetch,
    getAccessToken: whileAlive(authorise.token),
    withToken: whileAlive((send) => withToken(authorise, send)),
    wake,
    dispose() {
      isDisposed = true;
      unlisten();
      session.close();
      timers.end();
    },
  };
}

/**
 * A session of one API in this page, process or worker. Reads nothing and asks nothing until it is used;
 * several can live side by side. On a server that renders for many people: one for each request.
 *
 * @throws AuthError `misconfigured` without a `baseUrl`
 */
export function createAuth<S extends StandardSchema, C = Credentials>(
  options: Omit<AuthOptions<OutputOf<S>, C>, 'userSchema' | 'backend'> & {
    readonly userSchema: S;
    readonly backend?: Backend<C, unknown> | undefined;
  },
): Auth<OutputOf<S>, C>;
export function createAuth<U extends object = User, C = Credentials>(options: AuthOptions<U, C>): Auth<U, C>;
export function createAuth(options: unknown): unknown {
  return createAuthAmong(pageTabs(platform), options as AuthOptions);
}
