/**
 * Owns the composition: `createAuth` connects the modules, keeps the public state and its listeners, and ends sessions.
 */
import { createAddress, createAuthFetch, createIsUnauthorized, createTokenSender } from './auth-fetch.ts';
import { createCalls } from './backend.ts';
import { AuthError } from './errors.ts';
import type {
  Auth,
  AuthOptions,
  Backend,
  Credentials,
  Debug,
  SessionEndReason,
  StandardSchema,
} from './options.ts';
import { createTimers, type Warn } from './platform.ts';
import { createRefresh } from './refresh.ts';
import { createSession } from './session.ts';
import { createSignIn } from './sign-in.ts';
import { type AuthEvent, type AuthState, initialState, transition, type User } from './state.ts';
import { memoryStorage } from './storage.ts';
import { createTabs, type Page } from './tabs.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

const ignoreErrors = (work: () => void) => {
  try {
    work();
  } catch {}
};

/** Listeners of one kind. A listener that throws does not keep the others from being called. */
function createListeners<T>(warn: Warn) {
  // An entry per call: the same function may subscribe twice.
  const entries = new Set<{ readonly listener: (value: T) => void }>();
  return {
    add(listener: (value: T) => void): () => void {
      const entry = { listener };
      entries.add(entry);
      return () => void entries.delete(entry);
    },
    /** `isOutdated`: a listener caused a newer value, which all listeners have received. */
    emit(value: T, isOutdated = () => false): void {
      for (const { listener } of [...entries])
        try {
          if (!isOutdated()) listener(value);
        } catch (cause) {
          warn('a listener failed', cause);
        }
    },
  };
}

function checkOptions({ baseUrl, backend }: Partial<AuthOptions>): void {
  const fail = (needs: string) => {
    throw new AuthError('misconfigured', `auth: createAuth() needs ${needs}`);
  };
  if (typeof baseUrl !== 'string') fail('{ baseUrl }, the address of the API as a string');
  for (const name of ['login', 'refresh', 'getUser'] as const)
    if (typeof backend?.[name] !== 'function') fail(`{ backend } with a function ${name}()`);
}

/** {@link createAuth} with the page passed in. */
export function createAuthIn(page: Page, options: AuthOptions<object, unknown>): Auth<object, unknown> {
  checkOptions(options as Partial<AuthOptions>);
  const output = globalThis.console;
  const warn: Warn = (message, detail) =>
    ignoreErrors(() => (options.logger ?? output).warn(`auth: ${message.replace(/^auth: /, '')}`, detail));
  const debug: Debug = (step, details) =>
    ignoreErrors(() => {
      if (typeof options.debug === 'function') options.debug(step, details);
      else if (options.debug) output.debug(`auth: ${step}`, details);
    });
  const fetch: typeof globalThis.fetch = async (input, init) =>
    (options.fetch ?? globalThis.fetch)(input, init);

  const timers = createTimers();
  let state: AuthState<object> = initialState;
  let lastEmittedToken: string | null = null;
  const changes = createListeners<AuthState<object>>(warn);
  const ends = createListeners<SessionEndReason>(warn);
  const tokens = createListeners<string | null>(warn);

  const emitToken = () => {
    const token = state.isAuth ? session.current().accessToken : null;
    if (timers.isEnded() || token === lastEmittedToken) return;
    lastEmittedToken = token;
    tokens.emit(token, () => token !== lastEmittedToken);
  };
  const dispatch = (event: AuthEvent<object>) => {
    const next = timers.isEnded() ? state : transition(state, event);
    if (next === state) return;
    state = next;
    debug(event.type, { isAuth: next.isAuth });
    changes.emit(next, () => next !== state);
    emitToken();
  };
  const isAnonymous = () => state.isInitialized && !state.isAuth;
  const emitSessionEnd = (reason: SessionEndReason) => {
    debug('session ended', { reason });
    if (!timers.isEnded()) ends.emit(reason);
  };

  const memory = memoryStorage();
  // Outside a page a global `localStorage` is shared by all visitors of a server.
  const isInPage = !!globalThis.document;
  const storage = () => options.storage ?? (isInPage ? globalThis.localStorage : undefined) ?? memory;
  let scope: object = memory;
  ignoreErrors(() => {
    scope = storage();
  });

  const tabs = createTabs(options.storage || isInPage ? page : {}, scope, timers);
  const address = createAddress(options.baseUrl, options.origins ?? [], warn);
  const isUnauthorized = createIsUnauthorized(options.isUnauthorized?.bind(options));
  const calls = createCalls(options, address, fetch, timers, isUnauthorized, warn, debug);
  const session = createSession({
    storage,
    keyPrefix: options.storageKey ? `${options.storageKey}.` : '',
    base: address.base,
    readUser: calls.readUser,
    warn,
    tabs,
    timers,
    onChange(now, before) {
      const isDamaged = now.condition === 'damaged';
      const isGone = !now.accessToken && !!before.accessToken;
      if (!timers.isEnded() && (isGone || now.user !== before.user)) {
        const wasSignedIn = state.isAuth;
        signIn.showChange(now.user, isGone && !isDamaged);
        if (wasSignedIn && !now.user) emitSessionEnd(isDamaged ? 'damaged' : 'elsewhere');
      }
      emitToken();
    },
  });

  /** Ends the session: the state at once, the keys as soon as storage allows. Resolves to the removed tokens. */
  const endSession = async (reason: SessionEndReason) => {
    const { accessToken, refreshToken, userText } = session.current();
    const isKnown = !!(accessToken || refreshToken || userText);
    // Before the listeners are called: one of them may dispose.
    const removal = session.end();
    dispatch(reason === 'logout' ? { type: 'logout' } : { type: 'session', user: null });
    if (isKnown) emitSessionEnd(reason);
    const removed = await removal;
    if (!isKnown && (removed.accessToken || removed.refreshToken)) emitSessionEnd(reason);
    return removed;
  };

  const restoresFromCookie = options.restore === 'cookie';
  const core = { session, calls, timers, tabs, warn, endSession, restoresFromCookie };
  const refresh = createRefresh(core, options.refreshTimeout ?? DEFAULT_TIMEOUT_MS);
  const tokenSender = createTokenSender(session, refresh, options.refreshAhead, isAnonymous);
  const store = { getState: () => state, dispatch };
  const signIn = createSignIn(core, tokenSender, refresh, store);

  const revalidate = () => {
    refresh.reset();
    signIn.retry();
  };
  const stopListening = tabs.listen((key) => {
    if (!key || session.isOwnKey(key)) signIn.retry();
  }, revalidate);
  const whileAlive =
    <Inputs extends unknown[], Output>(work: (...inputs: Inputs) => Promise<Output>) =>
    async (...inputs: Inputs): Promise<Output> => {
      if (timers.isEnded()) throw calls.superseded('login');
      return work(...inputs);
    };
  const customCheck = options.isUnauthorized && isUnauthorized;

  return {
    getState: store.getState,
    subscribe: changes.add,
    onSessionEnd: ends.add,
    onTokenChange: tokens.add,
    initialize: whileAlive(signIn.initialize),
    login: whileAlive(signIn.login),
    setSession: whileAlive(signIn.setSession),
    async logout() {
      signIn.cancel();
      const { accessToken, refreshToken } = await endSession('logout');
      if (options.backend.logout && (accessToken || refreshToken))
        calls.logout({ accessToken, refreshToken });
    },
    updateProfile: whileAlive(signIn.updateProfile),
    reloadUser: whileAlive(signIn.reloadUser),
    fetch: whileAlive(createAuthFetch(address, fetch, tokenSender, session, customCheck)),
    getAccessToken: whileAlive(tokenSender.getToken),
    withToken: whileAlive((send) => tokenSender.send(send, isUnauthorized, { isCallerRequest: true })),
    refresh: whileAlive(async () => {
      const seen = await session.read();
      if (isAnonymous() || !seen.user) return false;
      await refresh.renew(seen, true);
      const now = session.current();
      return now.generation === seen.generation && !!now.user;
    }),
    revalidate,
    dispose() {
      stopListening();
      timers.end();
    },
  };
}

/**
 * A session of one API in this page, process or worker. Reads nothing and makes no request until it is used; several
 * instances can coexist. On a server that renders for many users: one instance for each request.
 *
 * @throws AuthError `misconfigured` without a `baseUrl` or a `backend`
 */
export function createAuth<C, U extends object>(
  options: Omit<AuthOptions<U, C>, 'backend' | 'userSchema'> & {
    readonly backend: Backend<C, NoInfer<U>> | Backend<C, User>;
    readonly userSchema: StandardSchema<U>;
  },
): Auth<U, C>;
export function createAuth<C = Credentials, U extends object = User>(
  options: Omit<AuthOptions<U, C>, 'backend' | 'userSchema'> & {
    readonly backend: Backend<C, U>;
    readonly userSchema?: undefined;
  },
): Auth<U, C>;
export function createAuth(options: unknown): unknown {
  return createAuthIn(globalThis as Page, options as AuthOptions<object, unknown>);
}
