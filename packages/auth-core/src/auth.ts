import { createAccountsApi } from './accounts-api.ts';
import { createAuthFetch, createAuthorise } from './auth-fetch.ts';
import { AuthError } from './errors.ts';
import { createLogin } from './login.ts';
import { defaultMessages } from './messages.ts';
import type { Auth, AuthOptions } from './options.ts';
import { type Fetch, type FetchLike, platform } from './platform.ts';
import { createProfileUpdate } from './profile.ts';
import { createRefresh } from './refresh.ts';
import { createSession } from './session.ts';
import { createSessionStore } from './session-store.ts';
import { createStartup } from './startup.ts';
import type { AuthEvent, User } from './state.ts';
import { createStateStore } from './state-store.ts';
import { pageTabs, type Tabs } from './tabs.ts';
import { createTimers } from './timers.ts';

/** {@link createAuth} with the other tabs passed in. */
export function createAuthAmong<U extends object = User>(tabs: Tabs, options: AuthOptions): Auth<U> {
  const { storage, whenUnreachable, refreshTimeout = 10_000 } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const warn = (what: string, detail: unknown) => {
    try {
      (options.logger ?? platform.console).warn(`auth: ${what} failed`, detail);
    } catch {}
  };
  const send: FetchLike = async (input, init) =>
    ((options.fetch ?? platform.fetch) as FetchLike)(input, init);

  let disposed = false;
  const state = createStateStore<U>(warn);
  const dispatch = (event: AuthEvent<object>) => {
    if (!disposed) state.dispatch(event as AuthEvent<U>);
  };
  const settled = () => disposed || state.get().isInitialized;
  const show = (user: object | null) => dispatch({ type: 'session', user });
  const leave = () => {
    login.cancel();
    dispatch({ type: 'logout' });
  };
  const overtaken = (sentence: string) =>
    disposed ? new AuthError('disposed', 'Auth was disposed of') : new AuthError('superseded', sentence);
  const whileAlive =
    <Inputs extends unknown[], Output>(work: (...inputs: Inputs) => Promise<Output>) =>
    async (...inputs: Inputs): Promise<Output> => {
      if (disposed) throw overtaken('');
      return work(...inputs);
    };

  const timers = createTimers();
  const session = createSession(createSessionStore(storage, warn), {
    changed(user, gone) {
      if (gone) leave();
      else if (settled()) show(user);
    },
    moved: () => refresh.moved(),
  });
  const drop = () => {
    show(null);
    return session.end();
  };
  const base = {
    session,
    timers,
    tabs,
    patient: whenUnreachable === 'wait',
    messages: { ...defaultMessages, ...options.messages },
    api: createAccountsApi(baseUrl, send, timers),
    scope: storage ?? (tabs.audible ? platform : timers),
    timeout: refreshTimeout,
    settled,
    dispatch,
    show,
    overtaken,
    drop,
    async signOut(error: AuthError) {
      warn('refresh', error);
      await drop();
    },
  };
  const refresh = createRefresh(base);
  const authorise = createAuthorise(session, refresh);
  const parts = { ...base, authorise };
  const login = createLogin(parts);
  const startup = createStartup(parts);

  const changed = () => {
    void session.sync();
    startup.again();
  };
  const unlisten = tabs.listen(changed, () => {
    refresh.relax();
    changed();
  });

  return {
    getState: state.get,
    subscribe: state.subscribe,
    initialize: whileAlive(startup.run),
    login: whileAlive(login.run) as Auth<U>['login'],
    adopt: whileAlive(login.adopt) as Auth<U>['adopt'],
    logout: whileAlive(() => {
      leave();
      return session.end();
    }),
    updateProfile: whileAlive(createProfileUpdate(parts)) as Auth<U>['updateProfile'],
    fetch: whileAlive(createAuthFetch(baseUrl, send, authorise)) as Fetch,
    dispose() {
      disposed = true;
      unlisten();
      // Equal to no epoch, not even to itself: nothing is written any more.
      session.renew(Number.NaN);
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
