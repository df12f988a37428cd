import type { Credentials } from './accounts-api.ts';
import type { Adoption } from './login.ts';
import type { Messages } from './messages.ts';
import type { Fetch } from './platform.ts';
import type { AuthStorage } from './session-store.ts';
import type { AuthState, User } from './state.ts';

export interface AuthOptions {
  /** The API's base address, a path prefix included. `""` is the page's own origin. */
  readonly baseUrl: string;
  /** Where the session is kept. Default: `localStorage` where it works, else memory. */
  readonly storage?: AuthStorage | undefined;
  /** Default: the global `fetch`, looked up at each call. */
  readonly fetch?: Fetch | undefined;
  /**
   * What to make of a server that cannot be asked whether a session is valid: `"sign-out"` (default) ends
   * the session as if it were refused, `"wait"` keeps it and tries again.
   */
  readonly whenUnreachable?: 'sign-out' | 'wait' | undefined;
  /** How long a refresh may take, in milliseconds. Default: 10 000. Your own requests have no limit. */
  readonly refreshTimeout?: number | undefined;
  /** Default: `console`. Gets no token, password or phone number. */
  readonly logger?: { warn(message: string, ...details: unknown[]): void } | undefined;
  /** Sentences for people, where the server gave none. */
  readonly messages?: Partial<Messages> | undefined;
}

export interface Auth<U extends object = User> {
  /** The present state, frozen; the same reference until something changes. */
  getState(): AuthState<U>;
  /** Calls `listener` after every change. Returns an unsubscribe function. */
  subscribe(listener: (state: AuthState<U>) => void): () => void;
  /**
   * Verifies the stored session. Many calls make one run; once initialised, none.
   * With `whenUnreachable: "wait"` it resolves without a verdict too, and calling it again retries now.
   */
  initialize(): Promise<void>;
  /**
   * Signs in and loads the user.
   * @throws AuthError, also found in `state.error`; `superseded` when a later login or a logout overtook it
   */
  login(credentials: Credentials): Promise<U>;
  /**
   * Signs in with tokens that another call gave: a sign-up, a code by SMS, an invitation. Loads the user when none is
   * given; a given one is taken as it is. What holds of {@link Auth.login} holds here.
   * @throws AuthError, also found in `state.error`; `superseded` when a later login or a logout overtook it
   */
  adopt(adoption: Adoption<U>): Promise<U>;
  /** Forgets the session, here and in all tabs. Never fails, makes no server call. */
  logout(): Promise<void>;
  /**
   * Changes fields of the user and stores the answer in place of the stored user.
   * @throws AuthError, not found in `state.error`
   */
  updateProfile(patch: Partial<U>): Promise<U>;
  /**
   * `fetch` with the access token. A relative address is appended to `baseUrl`; the token goes to
   * `baseUrl`'s origin only. On a 401 it refreshes and sends once more, unless the body is a stream.
   * @throws whatever `fetch` throws, untouched; AuthError `unreachable` when a 401 could not be followed by a
   * refresh and `whenUnreachable` is `"wait"`
   */
  readonly fetch: Fetch;
  /** Stops listening to other tabs and drops what is under way. Calls made later reject. */
  dispose(): void;
}
