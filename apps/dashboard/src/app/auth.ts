import {
  type AuthOptions,
  type Backend,
  type Call,
  createAuth,
  type Messages,
  simpleJwt,
} from '@referral-dashboard/auth-core';
import { env } from '../shared/env.ts';
import { recordSessionEnds } from '../shared/sign-out-reason.ts';

/** The current user. Other fields depend on the role. */
export interface DashboardUser {
  role: string | null;
  first_name: string;
  last_name: string;
  father_name: string;
  [field: string]: unknown;
}

export interface DashboardCredentials {
  phone: string;
  password: string;
  /** Captcha token; empty when the captcha is off. */
  smartToken?: string;
}

declare module '@referral-dashboard/react-auth' {
  interface Register {
    user: DashboardUser;
    credentials: DashboardCredentials;
  }
}

const messages: Messages = {
  login: 'Ошибка входа',
  user: 'Ошибка загрузки пользователя',
  profile: 'Профиль не сохранен',
  unreachable: 'Нет связи с сервером',
};

const accounts = simpleJwt<DashboardCredentials, DashboardUser>({
  paths: {
    login: '/api/accounts/login/',
    refresh: '/api/accounts/refresh/',
    verify: '/api/accounts/verify/',
    user: '/api/accounts/users/me/',
  },
  loginBody: ({ phone, password, smartToken = '' }) => ({ phone, password, 'smart-token': smartToken }),
});

/** Sends the stored access token with every request, including those for which SimpleJWT does not need one. */
const withStoredToken = (call: Call): Call => ({
  ...call,
  fetch: (input, init) => {
    const headers = new Headers(init?.headers);
    if (call.accessToken && !headers.has('Authorization'))
      headers.set('Authorization', `Bearer ${call.accessToken}`);
    return call.fetch(input, { ...init, headers });
  },
});

const backend: Backend<DashboardCredentials, DashboardUser> = {
  ...accounts,
  login: (credentials, call) => accounts.login(credentials, withStoredToken(call)),
  refresh: (refreshToken, call) => accounts.refresh(refreshToken, withStoredToken(call)),
  verify: async (accessToken, call) => (await accounts.verify?.(accessToken, withStoredToken(call))) ?? false,
};

type Options = Omit<AuthOptions<DashboardUser, DashboardCredentials>, 'backend' | 'userSchema'>;

/** Creates a session client for this product's API. */
export const createDashboardAuth = (options: Options) => createAuth({ messages, ...options, backend });

/**
 * Creates the session client of this tab. A lost connection never ends the session: see
 * docs/decisions/0003-reading-the-product-text.md.
 */
export const createTabAuth = () =>
  createDashboardAuth({
    baseUrl: env.apiBase(),
    fetch: recordSessionEnds((input, init) => fetch(input, init)),
  });
