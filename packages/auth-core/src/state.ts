import type { AuthError } from './errors.ts';

/** The current user as the API returns it; fields beyond these are kept as they came. */
export interface User {
  role: string | null;
  first_name: string;
  last_name: string;
  father_name: string;
  [field: string]: unknown;
}

/** An immutable picture of the session. The reference stays the same until something changes. */
export interface AuthState<U extends object = User> {
  readonly user: U | null;
  /** The user's role; `null` when nobody is signed in or the user has none. */
  readonly role: string | null;
  /** Why the last login or adoption failed, or why startup has no verdict yet. */
  readonly error: AuthError | null;
  /** Somebody is signed in: `user` is set. Says nothing about `role`. */
  readonly isAuth: boolean;
  /** A login or an adoption is under way. */
  readonly isLoading: boolean;
  /** It is known whether a stored session is valid. Never goes back to `false`. */
  readonly isInitialized: boolean;
}

/** Everything that can happen to the state. */
export type AuthEvent<U extends object = User> =
  /** The stored session is settled or was changed: by startup, a refused refresh, an update, another tab. */
  | { readonly type: 'session'; readonly user: U | null }
  /** Startup could not ask the server and will try again. */
  | { readonly type: 'unreachable'; readonly error: AuthError }
  | { readonly type: 'login-started' }
  | { readonly type: 'login-succeeded'; readonly user: U }
  | { readonly type: 'login-failed'; readonly error: AuthError }
  | { readonly type: 'logout' };

/** The role a user carries; anything but a non-empty string is none. */
export function roleOf(user: object | null): string | null {
  const role = (user as { role?: unknown } | null)?.role;
  return (typeof role === 'string' && role) || null;
}

/** What follows from who is signed in. */
export const withUser = <U extends object>(user: U | null) => ({
  user,
  role: roleOf(user),
  error: null,
  isAuth: !!user,
  isInitialized: true,
});

/** Before startup; also what a server renders. */
export const initialState: AuthState<never> = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.assign(/* @__PURE__ */ withUser<never>(null), {
    isInitialized: false,
    isLoading: false,
  }),
);
