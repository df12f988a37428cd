import type { AnyResponse, Fetch, FetchLike, Signal } from './platform.ts';
import type { User } from './state.ts';

/** Credentials of the default back end: a name under the field's own name, `phone` unless told otherwise. */
export type CredentialsBy<Field extends string> = { readonly [name in Field]: string } & {
  readonly password: string;
  /** Token of the captcha; empty without one. */
  readonly smartToken?: string;
};

export type Credentials = CredentialsBy<'phone'>;

/** Tokens as a back end gives them. */
export interface Tokens {
  readonly access: string;
  /** At login: left out or `null`, it lives in an HttpOnly cookie. At a refresh: left out, the old one stays. */
  readonly refresh?: string | null;
}

/** Context of a back end's call. */
export interface Call {
  /** `fetch` whose answers are watched: an error is made of the last one. A relative address is appended to `baseUrl`. */
  readonly fetch: Fetch;
  /** Absolute, without a slash at its end. */
  readonly baseUrl: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: Signal;
  /** The stored access token, also where it is not what the call is about. */
  readonly access: string | null;
}

/**
 * An API, seen by auth-core. A call throws or returns; whatever it throws, the error that callers see is made of the
 * last answer, or is the `AuthError` thrown. An answer of 401 leads to a refresh and one more call, but for `login` and
 * `refresh`.
 */
export interface Backend<C = Credentials, U = User> {
  login(credentials: C, call: Call): Promise<Tokens & { readonly user?: U | null | undefined }>;
  /** `null`: the refresh token lives in an HttpOnly cookie. */
  refresh(refresh: string | null, call: Call): Promise<Tokens>;
  user(access: string, call: Call): Promise<U>;
  /** Left out, `user` decides at startup. */
  verify?(access: string, call: Call): Promise<boolean>;
  update?(patch: Partial<U>, access: string, call: Call): Promise<U>;
  /** Best effort, after the keys are gone; nobody waits for it. */
  logout?(access: string, call: Call): Promise<unknown>;
  /** The sentences of an answer that is no success; `body` is its JSON. Left out: `detail`, and lists of sentences by field. */
  readError?(
    response: AnyResponse,
    body: unknown,
  ): {
    readonly message?: string | undefined;
    readonly fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined;
  };
}

/** The paths of {@link simpleJwt}, appended to `baseUrl`. */
export interface Paths {
  readonly login: string;
  readonly refresh: string;
  readonly verify: string;
  /** GET reads, PATCH updates. */
  readonly user: string;
}

/**
 * Django REST framework with SimpleJWT. Without arguments the paths are those of `/api/accounts/`; a stock SimpleJWT has
 * `{ login: '/api/token/', refresh: '/api/token/refresh/', verify: '/api/token/verify/' }` and `{ username: 'username' }`.
 */
export function simpleJwt<Field extends string = 'phone'>(
  paths: Partial<Paths> = {},
  { username }: { readonly username?: Field } = {},
): Backend<CredentialsBy<Field>, User> {
  const send = async (
    call: Call,
    path: keyof Paths,
    access: string | null,
    payload?: object,
    method = 'POST',
  ) => {
    const place = paths[path] ?? `/api/accounts/${path === 'user' ? 'users/me' : path}/`;
    const response = await (call.fetch as unknown as FetchLike)(call.baseUrl + place, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(access && { Authorization: `Bearer ${access}` }),
      },
      body: payload && JSON.stringify(payload),
      signal: call.signal,
    });
    if (!response.ok) throw response;
    return { status: response.status, body: JSON.parse((await response.text()) || 'null') };
  };

  return {
    async login(credentials, call) {
      const { password, smartToken, ...names } = credentials;
      const given: Readonly<Record<string, string>> = names;
      const field = username ?? 'phone';
      const payload = {
        [field]: given[field] ?? Object.values(given)[0],
        password,
        'smart-token': smartToken ?? (username ? undefined : ''),
      };
      const { body } = await send(call, 'login', call.access, payload);
      return { access: body.access, refresh: body.refresh ?? '' };
    },
    refresh: async (refresh, call) => (await send(call, 'refresh', call.access, { refresh })).body,
    user: async (access, call) => (await send(call, 'user', access, undefined, 'GET')).body,
    verify: async (access, call) => (await send(call, 'verify', access, { token: access })).status === 200,
    update: async (patch, access, call) => (await send(call, 'user', access, patch, 'PATCH')).body,
  };
}
