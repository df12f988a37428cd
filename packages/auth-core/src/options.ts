/**
 * Owns the public types: the options of `createAuth`, the `Auth` it returns,
 * the contract of a backend, and the part of Standard Schema in use.
 */
import type { MessagesOption } from './errors.ts';
import type { AnyResponse, Fetch, Signal } from './platform.ts';
import type { AuthState, User } from './state.ts';
import type { AuthStorage } from './storage.ts';

/** The part of Standard Schema (standardschema.dev) in use. Zod, Valibot, ArkType and others implement it. */
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
  /** Absent or `null`: after a login, it is in an HttpOnly cookie; after a refresh, the old one stays valid. */
  readonly refreshToken?: string | null | undefined;
}

/** Context of a backend call. */
export interface Call {
  /** Throws `unreachable` for network failures and bodies that are not JSON. Appends a relative address to `baseUrl`. */
  readonly fetch: Fetch;
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
  /** Aborts when the response is no longer needed. */
  readonly signal: Signal;
  /** The stored access token, or `null`. */
  readonly accessToken: string | null;
}

/**
 * The API of a server. Each function returns a value, or throws an `AuthError`, a `Response`, or what `call.fetch` threw;
 * anything else is `misconfigured`. A 401 is followed by a refresh and one more call, except at `login` and `refresh`.
 */
export interface Backend<C = Credentials, U = User> {
  login(credentials: C, call: Call): Promise<Tokens & { readonly user?: U | null | undefined }>;
  /** `null`: the refresh token is in an HttpOnly cookie. Return `user` if the cookie may belong to another session. */
  refresh(
    refreshToken: string | null,
    call: Call,
  ): Promise<Tokens & { readonly user?: U | null | undefined }>;
  getUser(accessToken: string, call: Call): Promise<U>;
  /** Absent: `getUser` decides at startup. */
  verify?(accessToken: string, call: Call): Promise<boolean>;
  updateUser?(patch: Partial<U>, accessToken: string, call: Call): Promise<U>;
  /** Revokes the tokens. Called after the keys are removed; failures are ignored. */
  logout?(
    tokens: { readonly accessToken: string | null; readonly refreshToken: string | null },
    call: Call,
  ): Promise<unknown>;
}

/** Receives the steps of the `debug` option. */
export type Debug = (step: string, details?: Readonly<Record<string, unknown>>) => void;

export interface AuthOptions<U extends object = User, C = Credentials> {
  /** Base address of the API, resolved against the page's address at first use; `""` is the page's origin. */
  readonly baseUrl: string;
  /** The calls of the API: `simpleJwt({ … })` or your own. A backend of plain `User`s serves any user type. */
  readonly backend: Backend<C, U> | Backend<C, User>;
  /** Storage of the session. Default: `localStorage` in a page, memory elsewhere. */
  readonly storage?: AuthStorage | undefined;
  /** Prefix of the keys and of the lock, for several sessions in one origin: `[A-Za-z0-9._-]`. Default: none. */
  readonly storageKey?: string | undefined;
  /** Default: the global `fetch`, looked up at each call. */
  readonly fetch?: Fetch | undefined;
  /** Further origins that receive the access token, for example `['https://files.example.com']`. Default: none. */
  readonly origins?: readonly string[] | undefined;
  /** Recognizes a response that needs a new token: a clone in `auth.fetch`. Default: `status === 401`. */
  isUnauthorized?(response: AnyResponse): boolean | Promise<boolean>;
  /** Validates users from the API and from storage. Default: any JSON object. */
  readonly userSchema?: StandardSchema<U> | undefined;
  /** When the server cannot be reached, `"wait"` keeps the session and `"logout"` ends it. Default: `"wait"`. */
  readonly whenUnreachable?: 'wait' | 'logout' | undefined;
  /** Milliseconds that callers wait for a refresh, at most 2^31 - 1. Default: 10 000. */
  readonly refreshTimeout?: number | undefined;
  /** Milliseconds before a JWT's `exp` from which a request refreshes it first. Default: a request waits for its 401. */
  readonly refreshAhead?: number | undefined;
  /** `"cookie"`: an empty storage tries one refresh at startup. Default: `"storage"`. */
  readonly restore?: 'storage' | 'cookie' | undefined;
  /** Default: `console`. Receives no token, password or phone number. */
  readonly logger?: { warn(message: string, ...details: unknown[]): void } | undefined;
  /** Sentences for users where the server gave none, or a function that returns one. Default: English. */
  readonly messages?: MessagesOption | undefined;
  /** Reports backend calls, state changes and ends of sessions, without secrets; `true`: to the console. Default: off. */
  readonly debug?: boolean | Debug | undefined;
}

/** Tokens from another source: a sign-up, a code by SMS, an invitation. */
export interface SessionTokens<U extends object = User> {
  readonly accessToken: string;
  /** `null`: it is in an HttpOnly cookie. */
  readonly refreshToken: string | null;
  /** Loaded when absent. */
  readonly user?: U | undefined;
}

/** Why a session ended: `logout()` here, a refusal, a removal by another tab or other code, damaged data. */
export type SessionEndReason = 'logout' | 'refused' | 'elsewhere' | 'damaged';

/** Fields of the user that may be changed. */
export type Patch<U extends object> = Partial<U> & { readonly id?: never };

export interface Auth<U extends object = User, C = Credentials> {
  /** The current state, frozen; the same reference until something changes. */
  getState(): AuthState<U>;
  /** Calls `listener` with the current state after each change. Returns an unsubscribe function. */
  subscribe(listener: (state: AuthState<U>) => void): () => void;
  /** Calls `listener` when a session ends, in every tab. Returns an unsubscribe function. */
  onSessionEnd(listener: (reason: SessionEndReason) => void): () => void;
  /** Calls `listener` when the access token changes, in every tab. Returns an unsubscribe function. */
  onTokenChange(listener: (accessToken: string | null) => void): () => void;
  /** Verifies the stored session, once. Also resolves when the server cannot be reached: the next call retries at once. */
  initialize(): Promise<void>;
  /**
   * Signs in, stores the tokens and loads the user.
   * @throws AuthError, also in `state.error` unless it is `superseded`
   */
  login(credentials: C): Promise<U>;
  /**
   * Signs in with tokens from another source. Loads the user first, unless `tokens` has one.
   * @throws AuthError as {@link Auth.login}; `misconfigured` for tokens of another shape
   */
  setSession(tokens: SessionTokens<U>): Promise<U>;
  /** Removes the session, here and in all tabs. Does not wait for a server. Never rejects, also after {@link Auth.dispose}. */
  logout(): Promise<void>;
  /** Changes fields of the user and stores the user that the API returns. Errors are only thrown. */
  updateProfile(patch: Patch<U>): Promise<U>;
  /** Loads the user again and stores it. Errors are only thrown. */
  reloadUser(): Promise<U>;
  /**
   * `fetch` with the access token, which only the origins of `baseUrl` and `origins` receive. A 401 is followed by a refresh
   * and one retry, unless `init.body` is a stream. A relative address is appended to `baseUrl`.
   * @throws what `fetch` throws; AuthError `unreachable` when a refresh was needed
   */
  readonly fetch: Fetch;
  /**
   * The access token for other clients, refreshed first when its `exp` has passed; `null` without a session.
   * @throws AuthError `unreachable` as {@link Auth.fetch}
   */
  getAccessToken(): Promise<string | null>;
  /**
   * Sends through another client: `send(token)` resolves to, or rejects with, something with a `status` or a `response`. A
   * 401 is followed by a refresh and one more call. A function that refuses new tokens causes one refresh per 30 seconds.
   * @throws what `send` throws; AuthError `unreachable` as {@link Auth.fetch}
   */
  withToken<T>(send: (token: string | null) => T | Promise<T>): Promise<T>;
  /**
   * Forces one refresh, where the session has a refresh token. Resolves to whether the user is still signed in.
   * @throws AuthError `unreachable` as {@link Auth.fetch}
   */
  refresh(): Promise<boolean>;
  /** Reads storage, resets delays, retries startup and failed writes. Pages do so when they become visible or online. */
  revalidate(): void;
  /**
   * Stops timers and listeners, ends all waiting and keeps the session. Later calls reject with `disposed`, except
   * {@link Auth.logout}.
   */
  dispose(): void;
}
