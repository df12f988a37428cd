/**
 * Owns the public types: the options of `createAuth`, the `Auth` it returns,
 * the contract of a backend, and the part of Standard Schema in use.
 */
import type { MessagesOption } from './errors.ts';
import type { AnyResponse, Fetch, Signal } from './platform.ts';
import type { AuthState, User } from './state.ts';
import type { AuthStorage } from './storage.ts';

/** The part of Standard Schema (standardschema.dev) in use; Zod, Valibot, ArkType and others implement it. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** Credentials of a stock SimpleJWT. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Tokens that a backend returns. */
export interface Tokens {
  readonly accessToken: string;
  /**
   * At login: absent or `null` means that it is in an HttpOnly cookie. At a refresh: absent or `null` means that the
   * old one stays valid.
   */
  readonly refreshToken?: string | null | undefined;
}

/** Context of a backend call. */
export interface Call {
  /**
   * `fetch` that throws `unreachable` for network failures and for bodies that are not JSON. A relative address is
   * appended to `baseUrl`.
   */
  readonly fetch: Fetch;
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
  /** Aborts when the answer is no longer needed. */
  readonly signal: Signal;
  /** The stored access token, or `null`. */
  readonly accessToken: string | null;
}

/**
 * The API of a server. Each function returns a value, or throws an `AuthError`, a `Response`, or what `call.fetch`
 * threw. Anything else that it throws or returns is `misconfigured`. A 401 is followed by a refresh and one more call,
 * except at `login` and `refresh`.
 */
export interface Backend<C = Credentials, U = User> {
  login(credentials: C, call: Call): Promise<Tokens & { readonly user?: U | null | undefined }>;
  /**
   * `null`: the refresh token is in an HttpOnly cookie. Return `user` where the cookie may belong to another session
   * (see docs/auth/behaviour.md).
   */
  refresh(
    refreshToken: string | null,
    call: Call,
  ): Promise<Tokens & { readonly user?: U | null | undefined }>;
  getUser(accessToken: string, call: Call): Promise<U>;
  /** Absent: `getUser` decides at startup. */
  verify?(accessToken: string, call: Call): Promise<boolean>;
  updateUser?(patch: Partial<U>, accessToken: string, call: Call): Promise<U>;
  /** Revocation: called once the keys are removed, best effort, not awaited. */
  logout?(
    tokens: { readonly accessToken: string | null; readonly refreshToken: string | null },
    call: Call,
  ): Promise<unknown>;
}

/** Receives the steps of the `debug` option: calls of the backend, changes of the state, ends of sessions. */
export type Debug = (step: string, details?: Readonly<Record<string, unknown>>) => void;

export interface AuthOptions<U extends object = User, C = Credentials> {
  /**
   * Base address of the API, with a path prefix if it has one. A relative address is resolved against the page's
   * address, once, at first use; `""` is the page's origin.
   */
  readonly baseUrl: string;
  /** The calls of the API: `simpleJwt({ … })` or your own. A backend of plain `User`s serves any user type. */
  readonly backend: Backend<C, U> | Backend<C, User>;
  /** Storage of the session. Default: `localStorage` in a page, memory elsewhere. */
  readonly storage?: AuthStorage | undefined;
  /** Prefix of the keys and of the lock, for several sessions in one origin. Use `[A-Za-z0-9._-]`. Default: none. */
  readonly storageKey?: string | undefined;
  /** Default: the global `fetch`, looked up at each call. */
  readonly fetch?: Fetch | undefined;
  /** Further origins that receive the access token, for example `['https://files.example.com']`. Default: none. */
  readonly origins?: readonly string[] | undefined;
  /**
   * Recognizes an answer that needs a new token, for example status 419 or a GraphQL error in a 200. Gets a clone of
   * the response in `auth.fetch`, cancelled when the check ends, and in `withToken` the value that your function returned (or the `response` of what
   * it threw). Default: `status === 401`.
   */
  isUnauthorized?(response: AnyResponse): boolean | Promise<boolean>;
  /** Reads users, from the API and from storage. Default: any JSON object. */
  readonly userSchema?: StandardSchema<U> | undefined;
  /**
   * What to do when the server cannot be asked whether a session is valid: `"wait"` (default) keeps the session, startup
   * is retried and other calls reject with `unreachable`; `"logout"` ends it as if it were refused.
   */
  readonly whenUnreachable?: 'wait' | 'logout' | undefined;
  /**
   * Milliseconds until the callers that wait for a refresh stop waiting. Default: 10 000; more than 2^31 - 1 counts as
   * that. Your own requests have no limit.
   */
  readonly refreshTimeout?: number | undefined;
  /**
   * Refreshes a JWT this many milliseconds before its `exp`, when a request is made. Default: a request waits for its
   * 401.
   */
  readonly refreshAhead?: number | undefined;
  /**
   * `"cookie"`: an empty storage tries one refresh at startup, for a refresh token in an HttpOnly cookie and an access
   * token in memory. Default: `"storage"`, which makes no request.
   */
  readonly restore?: 'storage' | 'cookie' | undefined;
  /** Default: `console`. Receives no token, password or phone number. */
  readonly logger?: { warn(message: string, ...details: unknown[]): void } | undefined;
  /** Sentences for users where the server gave none, or a function that returns one. Default: English. */
  readonly messages?: MessagesOption | undefined;
  /**
   * Reports calls of the backend, changes of the state and ends of sessions, without secrets and without the requests of
   * `auth.fetch`; `true` reports to the console. Default: off.
   */
  readonly debug?: boolean | Debug | undefined;
}

/** Tokens from another source: a sign-up, a code by SMS, an invitation. */
export interface SessionTokens<U extends object = User> {
  readonly accessToken: string;
  /** `null`: it is in an HttpOnly cookie. */
  readonly refreshToken: string | null;
  /** The user they belong to; loaded when absent. */
  readonly user?: U | undefined;
}

/**
 * Why a session ended: `logout()` was called here; the server refused it; another tab or other code removed it; the
 * stored data is damaged.
 */
export type SessionEndReason = 'logout' | 'refused' | 'elsewhere' | 'damaged';

/** Fields of the user that may be changed. */
export type Patch<U extends object> = Partial<U> & { readonly id?: never };

export interface Auth<U extends object = User, C = Credentials> {
  /** The current state, frozen; the same reference until something changes. */
  getState(): AuthState<U>;
  /**
   * Calls `listener` with the current state after a change. When a listener changes the state, the others receive only
   * the newer one. Returns an unsubscribe function.
   */
  subscribe(listener: (state: AuthState<U>) => void): () => void;
  /** Calls `listener` when a session ends, in every tab. Returns an unsubscribe function. */
  onSessionEnd(listener: (reason: SessionEndReason) => void): () => void;
  /**
   * Calls `listener` with the new access token after a sign-in or a refresh, and with `null` after the session ends, in
   * every tab. Returns an unsubscribe function.
   */
  onTokenChange(listener: (accessToken: string | null) => void): () => void;
  /**
   * Verifies the stored session; the other methods do not need it. Concurrent calls share one run; once `isInitialized` is
   * true it does nothing. With `whenUnreachable: "wait"` it also resolves when the server cannot be reached; calling it
   * again retries at once.
   */
  initialize(): Promise<void>;
  /**
   * Signs in, stores the tokens and loads the user. If loading fails no session is left.
   * @throws AuthError, also found in `state.error` unless a later login or a logout overtook it (`superseded`)
   */
  login(credentials: C): Promise<U>;
  /**
   * Signs in with tokens from another source. Loads the user unless `tokens` has one, before anything is stored.
   * @throws AuthError, also found in `state.error` as for {@link Auth.login}; `misconfigured` for tokens of another shape
   */
  setSession(tokens: SessionTokens<U>): Promise<U>;
  /** Removes the session, here and in all tabs. Never fails and waits for no server. */
  logout(): Promise<void>;
  /**
   * Changes fields of the user and replaces the stored user with the answer.
   * @throws AuthError, not found in `state.error`
   */
  updateProfile(patch: Patch<U>): Promise<U>;
  /**
   * Loads the user again and replaces the stored user with the answer.
   * @throws AuthError, not found in `state.error`
   */
  reloadUser(): Promise<U>;
  /**
   * `fetch` with the access token. A relative address is appended to `baseUrl`. The token goes to the origin of `baseUrl`
   * and to `origins` only, and only while a user is signed in or startup has not finished. A 401 is followed by a
   * refresh and one retry, unless `init.body` is a stream.
   * @throws what `fetch` throws, untouched; AuthError `unreachable` when a 401 could not be followed by a refresh and
   * `whenUnreachable` is `"wait"`
   */
  readonly fetch: Fetch;
  /**
   * The access token for other clients, refreshed first when its `exp` has passed; `null` without a session.
   * @throws AuthError `unreachable` when it could not be refreshed and `whenUnreachable` is `"wait"`
   */
  getAccessToken(): Promise<string | null>;
  /**
   * Sends through another client: `send(token)` resolves to, or rejects with, something that has a `status` (or a
   * `response` with one). A 401 is followed by a refresh and one more call. A `send` that refuses a new token too causes no
   * further refresh for 30 seconds; another function, also a new closure, has its own limit.
   * @throws what `send` throws; AuthError `unreachable` as {@link Auth.fetch}
   */
  withToken<T>(send: (token: string | null) => T | Promise<T>): Promise<T>;
  /**
   * Exchanges the refresh token now, or joins an exchange in progress. Resolves to whether the user is still signed in; to
   * `true` without an exchange where the session has no refresh token.
   * @throws AuthError `unreachable` when the server cannot be reached and `whenUnreachable` is `"wait"`
   */
  refresh(): Promise<boolean>;
  /** Does what `online` and a page becoming visible do: reads storage, resets pauses, retries startup and failed writes. */
  revalidate(): void;
  /**
   * Stops timers and the listeners of the page and of other tabs; removes nothing. Waiting ends at once; the tokens of a
   * refresh in flight are still stored. Later calls reject with `disposed`.
   */
  dispose(): void;
}
