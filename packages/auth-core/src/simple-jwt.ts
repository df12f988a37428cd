/**
 * Owns the requests of a stock Django REST framework with SimpleJWT, as a `Backend`: its paths and field names. Login,
 * verify and refresh carry no Authorization, because servers that check every bearer refuse an expired one there.
 */
import { AuthError } from './errors.ts';
import type { Backend, Call, Tokens } from './options.ts';
import { objectOf } from './platform.ts';
import { tokenOf } from './session.ts';
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

/** The tokens of a response. Throws `misconfigured` for one with other fields, `unreachable` for one without fields. */
function readTokens(body: unknown, path: string, names: readonly string[]): Tokens {
  const fields = objectOf(body) ?? {};
  const missing = names.find((name) => !tokenOf(fields[name]));
  const { access, refresh } = fields as { readonly access: string; readonly refresh?: string };
  if (missing === undefined) return { accessToken: access, refreshToken: refresh };
  const received = Object.keys(fields);
  const message = `auth: ${path} responded without a usable "${missing}"; it has: ${received.join(', ')}`;
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
    method: string,
    path: string,
    body?: object,
    accessToken?: string | null,
  ): Promise<Response> => {
    const authorization = accessToken && { Authorization: `Bearer ${accessToken}` };
    const response = await fetch(baseUrl + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...authorization },
      ...(body && { body: JSON.stringify(body) }),
      // The page may navigate right after the logout.
      ...(path === logout && { keepalive: true }),
      signal,
    });
    if (!response.ok) throw response;
    return response;
  };
  const getTokens = async (call: Call, path: string, body: object, names: readonly string[]) =>
    readTokens(await (await send(call, 'POST', path, body)).json(), path, names);
  const toUser = async (response: Response): Promise<U> => {
    const body = objectOf(await response.json());
    if (body) return body as U;
    throw new AuthError('unreachable', '', { cause: new Error(`${user} responded without a user`) });
  };

  return {
    login: (credentials, call) => getTokens(call, login, loginBody(credentials), ['access', 'refresh']),
    refresh: (refreshToken, call) => getTokens(call, refresh, { refresh: refreshToken }, ['access']),
    async verify(accessToken, call) {
      const response = await send(call, 'POST', verify, { token: accessToken });
      // An empty body is valid; the page of a proxy is not.
      if (await response.text()) await response.json();
      return true;
    },
    getUser: async (accessToken, call) => toUser(await send(call, 'GET', user, undefined, accessToken)),
    updateUser: async (patch, accessToken, call) =>
      toUser(await send(call, 'PATCH', user, patch, accessToken)),
    ...(logout && {
      logout: ({ accessToken, refreshToken }, call) =>
        send(call, 'POST', logout, { refresh: refreshToken }, accessToken),
    }),
  };
}
