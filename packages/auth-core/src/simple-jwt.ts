/**
 * Owns the requests of a stock Django REST framework with SimpleJWT, as a `Backend`. Nothing else in the package
 * knows its paths and field names. No Authorization goes out with login, verify and refresh: servers that check
 * every bearer refuse an expired one there.
 */
import { AuthError } from './errors.ts';
import type { Backend, Call } from './options.ts';
import { objectOf } from './platform.ts';
import type { User } from './state.ts';

/** Paths, appended to `baseUrl`. */
export interface SimpleJwtPaths {
  /** Default: `/api/token/`. */
  readonly login?: string;
  /** Default: `/api/token/refresh/`. */
  readonly refresh?: string;
  /** Default: `/api/token/verify/`. */
  readonly verify?: string;
  /** Takes the refresh token out of use, for example `/api/token/blacklist/`. Default: no call. */
  readonly logout?: string;
  /** GET returns the user, PATCH updates it. */
  readonly user: string;
}

export interface SimpleJwtOptions<C> {
  readonly paths: SimpleJwtPaths;
  /** Body of the login request. Default: the credentials as they are. */
  readonly loginBody?: (credentials: C) => object;
}

/** Throws `misconfigured` for an answer with other fields, `unreachable` for one without fields. */
function checkFields(
  body: unknown,
  path: string,
  names: readonly string[],
): { readonly access: string; readonly refresh: string } {
  const fields = objectOf(body) ?? {};
  const isToken = (name: string) => typeof fields[name] === 'string' && /^[!-~]+$/.test(fields[name]);
  const missing = names.find((name) => !isToken(name));
  if (missing === undefined) return fields as { readonly access: string; readonly refresh: string };
  const received = Object.keys(fields);
  const message = `auth: ${path} answered without a usable "${missing}"; it has: ${received.join(', ')}`;
  if (received.some((name) => !['access', 'refresh'].includes(name)))
    throw new AuthError('misconfigured', message, { status: 200 });
  throw new AuthError('unreachable', '', { status: 200, cause: new Error(message) });
}

/** A backend for Django REST framework with SimpleJWT. */
export function simpleJwt<
  C extends object = { username: string; password: string },
  U extends object = User,
>({ paths, loginBody = (credentials) => credentials }: SimpleJwtOptions<C>): Backend<C, U> {
  const {
    login = '/api/token/',
    refresh = '/api/token/refresh/',
    verify = '/api/token/verify/',
    logout,
    user,
  } = paths;

  const send = async (
    { fetch, baseUrl, signal }: Call,
    path: string,
    body?: object,
    accessToken?: string | null,
    init?: RequestInit,
  ): Promise<Response> => {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
      ...init,
    });
    if (!response.ok) throw response;
    return response;
  };
  const toUser = async (response: Response): Promise<U> => {
    const body = objectOf(await response.json());
    if (!body)
      throw new AuthError('unreachable', '', { cause: new Error(`${user} answered without a user`) });
    return body as U;
  };

  return {
    async login(credentials, call) {
      const body = await (await send(call, login, loginBody(credentials))).json();
      const tokens = checkFields(body, login, ['access', 'refresh']);
      return { accessToken: tokens.access, refreshToken: tokens.refresh };
    },
    async refresh(refreshToken, call) {
      const body = await (await send(call, refresh, { refresh: refreshToken })).json();
      const tokens = checkFields(body, refresh, ['access']);
      return { accessToken: tokens.access, refreshToken: tokens.refresh };
    },
    async verify(accessToken, call) {
      const response = await send(call, verify, { token: accessToken });
      // An empty answer means valid; the page of a proxy does not.
      if (await response.text()) await response.json();
      return response.status === 200;
    },
    getUser: async (accessToken, call) =>
      toUser(await send(call, user, undefined, accessToken, { method: 'GET' })),
    updateUser: async (patch, accessToken, call) =>
      toUser(await send(call, user, patch, accessToken, { method: 'PATCH' })),
    ...(logout && {
      async logout({ accessToken, refreshToken }, call) {
        // `keepalive`: the page may navigate right after the logout.
        await send(call, logout, { refresh: refreshToken }, accessToken, { keepalive: true });
      },
    }),
  };
}
