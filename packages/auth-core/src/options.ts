import type { Backend, Credentials } from './backend.ts';
import type { MessagesOption } from './messages.ts';
import type { Fetch } from './platform.ts';
import type { AuthState, User } from './state.ts';
import type { AuthStorage } from './storage.ts';
import type { StandardSchema } from './user-schema.ts';

export interface AuthOptions<U extends object = User, C = Credentials> {
  /**
   * The API's base address, a path prefix included; a relative one is resolved against the page's own address, once.
   * `""` is the page's own origin.
   */
  readonly baseUrl: string;
  /** The calls of the API. Default: `simpleJwt()`. One of plain `User`s serves any user type: name it, or give a schema. */
  readonly backend?: Backend<C, U> | Backend<C, User> | undefined;
  /** Storage of the session. Default: `localStorage` where it works, else memory. */
  readonly storage?: AuthStorage | undefined;
  /** Stands before the keys of storage, with a dot, and names the lock: for several sessions in one place. */
  readonly storageKey?: string | undefined;
  /** Default: the global `fetch`, looked up at each call. */
  readonly fetch?: Fetch | undefined;
  /** Reads users, from the API and from storage. Without it they are taken as they come. */
  readonly userSchema?: StandardSchema<U> | undefined;
  /**
   * Verdict about a server that cannot be asked whether a session is valid: `"wait"` (default) keeps the session and
   * tries again, `"sign-out"` ends it as if it were refused.
   */
  readonly whenUnreachable?: 'sign-out' | 'wait' | undefined;
  /** Time a refresh may take, in milliseconds. Default: 10 000. Your own requests have no limit. */
  readonly refreshTimeout?: number | undefined;
  /**
   * Renews a token so many milliseconds before it expires, when a request is made; needs tokens that are JWTs. Left out:
   * a request waits for its 401.
   */
  readonly refreshAhead?: number | undefined;
  /** Default: `console`. Gets no token, password or phone number. */
  readonly logger?: { warn(message: string, ...details: unknown[]): void } | undefined;
  /** Sentences for people, where the server gave none. Default: English; `messagesRu` are Russian. */
  readonly messages?: MessagesOption | undefined;
  /** Is told what happens, step by step, without a secret; `true`: the console is. */
  readonly debug?:
    | boolean
    | ((what: string, details?: Readonly<Record<string, unknown>>) => void)
    | undefined;
}

/** Tokens that were got elsewhere, and whose they are where that is known. */
export interface Adoption<U extends object = User> {
  readonly access: string;
  /** `null`: it lives in an HttpOnly cookie. */
  readonly refresh: string | null;
  readonly user?: U | undefined;
}

/**
 * Why somebody is signed in no longer: `logout()` here; the server refused the session; another tab, or other code,
 * ended it; what was stored is damaged.
 */
export type SignOutReason = 'logout' | 'refused' | 'elsewhere' | 'damaged';

/** Fields of the user that may be changed: not whose they are. */
export type Patch<U extends object> = Partial<U> & { readonly id?: never };

export interface Auth<U extends object = User, C = Credentials> {
  /** The present state, frozen; the same reference until something changes. */
  getState(): AuthState<U>;
  /** Calls `listener` after every change. Returns an unsubscribe function. */
  subscribe(listener: (state: AuthState<U>) => void): () => void;
  /** Calls `listener` when somebody is signed in no longer. Returns an unsubscribe function. */
  onSignOut(listener: (reason: SignOutReason) => void): () => void;
  /**
   * Verifies the stored session. Many calls make one run; once initialised, none.
   * With `whenUnreachable: "wait"` it resolves without a verdict too, and calling it again retries now.
   */
  initialize(): Promise<void>;
  /**
   * Signs in and loads the user.
   * @throws AuthError, also found in `state.error`; `superseded` when a later login or a logout overtook it
   */
  login(credentials: C): Promise<U>;
  /**
   * Signs in with tokens that another call gave: a sign-up, a code by SMS, an invitation. Loads the user when none is
   * given. What holds of {@link Auth.login} holds here.
   * @throws AuthError, also found in `state.error`; `superseded` when a later login or a logout overtook it
   */
  adopt(adoption: Adoption<U>): Promise<U>;
  /** Forgets the session, here and in all tabs. Never fails, waits for no server. */
  logout(): Promise<void>;
  /**
   * Changes fields of the user and stores the answer in place of the stored user.
   * @throws AuthError, not found in `state.error`
   */
  updateProfile(patch: Patch<U>): Promise<U>;
  /**
   * Loads the user once more and stores the answer in place of the stored user.
   * @throws AuthError, not found in `state.error`
   */
  reloadUser(): Promise<U>;
  /**
   * `fetch` with the access token. A relative address is appended to `baseUrl`; the token goes to
   * `baseUrl`'s origin only, and only while somebody is signed in or startup has no verdict yet. On a 401 it refreshes
   * and sends once more, unless the body is a stream.
   * @throws whatever `fetch` throws, untouched; AuthError `unreachable` when a 401 could not be followed by a
   * refresh and `whenUnreachable` is `"wait"`
   */
  readonly fetch: Fetch;
  /**
   * The access token for other clients, renewed first when it has expired by its `exp`; `null`: nobody is signed in.
   * @throws AuthError `unreachable` when it could not be renewed and `whenUnreachable` is `"wait"`
   */
  getAccessToken(): Promise<string | null>;
  /**
   * Sends through another client: `send(token)` resolves to, or rejects with, something that has a `status` (or a
   * `response` with one). A 401 is followed by a refresh and one more call.
   * @throws whatever `send` throws; AuthError `unreachable` as {@link Auth.fetch}
   */
  withToken<T>(send: (token: string | null) => T | Promise<T>): Promise<T>;
  /** Does what coming online and becoming visible do in a page: looks at storage, forgets pauses, retries startup. */
  wake(): void;
  /** Stops listening to other tabs and drops what is under way; removes nothing. Calls made later reject. */
  dispose(): void;
}
