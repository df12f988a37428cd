import { createAccountsApi, userOf } from './accounts-api.ts';
import { expect } from './answer.ts';
import { createAuthFetch, createAuthorised } from './auth-fetch.ts';
import { AuthError } from './errors.ts';
import { createLogin } from './login.ts';
import { defaultMessages } from './messages.ts';
import type { Auth, AuthOptions } from './options.ts';
import { type Fetch, type FetchLike, platform } from './platform.ts';
import { createRefresh } from './refresh.ts';
import { createSession, signedIn } from './session.ts';
import { createSessionStore, defaultStorage } from './session-store.ts';
import { createStartup } from './startup.ts';
import type { AuthEvent, User } from './state.ts';
import { createStateStore } from './state-store.ts';
import { pageTabs, type Tabs } from './tabs.ts';
import { createTimers } from './timers.ts';

/** {@link createAuth} with the other tabs passed in. */
export function createAuthAmong<U extends object = User>(tabs: Tabs, options: AuthOptions): Auth<U> {
  const { storage, whenUnreachable, refreshTimeout: timeout = 10_000 } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const messages = { ...defaultMessages, ...options.messages };
  const patient = whenUnreachable === 'wait';
  const warn = (message: string, detail: unknown) =>
    (options.logger ?? platform.console).warn(message, detail);
  const send: FetchLike = async (input, init) =>
    ((options.fetch ?? platform.fetch) as FetchLike)(input, init);

  let disposed = false;
  const state = createStateStore<U>(warn);
  const dispatch = (event: AuthEvent<object>) => {
    if (!disposed) state.dispatch(event as AuthEvent<U>);
  };
  const settled = () => disposed || state.get().isInitialized;
  const follow = (user: object | null) => {
    if (settled()) dispatch({ type: 'session-changed', user });
  };
  const alive = () => {
    if (disposed) throw new AuthError('disposed', 'This auth instance was disposed of');
  };
  const superseded = () => {
    alive();
    return new AuthError('superseded', messages.superseded);
  };

  const timers = createTimers();
  const api = createAccountsApi(baseUrl, send, timers);
  const session = createSession(createSessionStore(storage ? () => storage : defaultStorage(), warn), follow);
  const refresh = createRefresh({
    session,
    api,
    timers,
    tabs,
    scope: storage ?? (tabs.audible ? platform : timers),
    timeout,
    patient,
    sentence: messages.unreachable,
    async signOut(error) {
      warn('auth: the token could not be refreshed, signed out', error);
      dispatch({ type: 'session-changed', user: null });
      await session.end();
    },
  });
  const authorised = createAuthorised(session, refresh);
  const authFetch = createAuthFetch(baseUrl, send, authorised);
  const { login, cancel } = createLogin({ session, api, authorised, messages, dispatch, superseded });
  const startup = createStartup({
    session,
    api,
    authorised,
    timers,
    patient,
    sentence: messages.unreachable,
    settled,
    dispatch,
  });

  const changed = () => {
    void session.sync();
    startup.again();
  };
  const unlisten = tabs.listen(changed, () => {
    refresh.relax();
    changed();
  });
  let updates = 0;
  let lastUpdate = 0;

  return {
    getState: state.get,
    subscribe: state.subscribe,
    async initialize() {
      alive();
      await startup.run();
    },
    async login(credentials) {
      alive();
      return (await login(credentials)) as U;
    },
    async logout() {
      alive();
      cancel();
      dispatch({ type: 'logged-out' });
      await session.end();
    },
    async updateProfile(patch) {
      alive();
      const turn = ++updates;
      let epoch = 0;
      const answer = await authorised((bearer) => {
        epoch = session.epoch();
        return api.update(bearer, patch);
      });
      if (epoch !== session.epoch()) throw superseded();
      const user = expect(answer, messages.profile, userOf);
      if (turn > lastUpdate) {
        lastUpdate = turn;
        if (!(await session.write(epoch, { user }))) throw superseded();
        follow(signedIn(session.stored()));
      }
      return user as U;
    },
    fetch: (async (input, init) => {
      alive();
      return authFetch(input, init);
    }) satisfies FetchLike as Fetch,
    dispose() {
      disposed = true;
      cancel();
      unlisten();
      session.renew();
      timers.end();
    },
  };
}

/**
 * A session of one API in this page, process or worker. Reads nothing and asks nothing until it is used;
 * several can live side by side.
 */
export const createAuth = <U extends object = User>(options: AuthOptions): Auth<U> =>
  createAuthAmong<U>(pageTabs(platform), options);
