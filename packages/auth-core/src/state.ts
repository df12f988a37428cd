import type { AuthError } from './errors.ts';

/** The current user as the API returns it; fields beyond these are kept as they came. */
export interface User {
  role: string | null;
  first_name: string;
  last_name: string;
  father_name: string;
  [field: string]: unknown;
}

/** The roles that a user type allows. */
export type RoleOf<U> = U extends { role: infer R } ? Extract<R, string> : string;

interface Always {
  /** Why the last login or adoption failed, or why startup has no verdict yet. */
  readonly error: AuthError | null;
  /** A login or an adoption is under way. */
  readonly isLoading: boolean;
}

/** Somebody is signed in. */
export interface SignedInState<U extends object = User> extends Always {
  readonly isAuth: true;
  readonly user: U;
  /** The user's role; `null` when the user has none. */
  readonly role: RoleOf<U> | null;
  /** It is known whether a stored session is valid. Never goes back to `false`. */
  readonly isInitialized: true;
}

/** Nobody is signed in, or it is not known yet. */
export interface AnonymousState extends Always {
  readonly isAuth: false;
  readonly user: null;
  readonly role: null;
  readonly isInitialized: boolean;
}

/** An immutable picture of the session. The reference stays the same until something changes. */
export type AuthState<U extends object = User> = SignedInState<U> | AnonymousState;

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

const withUser = (user: object | null) => ({
  user,
  role: roleOf(user),
  error: null,
  isAuth: !!user,
  isInitialized: true,
});

/** Before startup; also what a server renders. */
export const initialState: AnonymousState = /* @__PURE__ */ Object.freeze<AnonymousState>({
  user: null,
  role: null,
  error: null,
  isAuth: false,
  isInitialized: false,
  isLoading: false,
});

function change<U extends object>(state: AuthState<U>, event: AuthEvent<U>): object {
  switch (event.type) {
    case 'session':
      return withUser(event.user);
    case 'unreachable':
      return state.isInitialized ? {} : { error: event.error };
    case 'login-started':
      return { isLoading: true, error: null };
    case 'login-succeeded':
      return { ...withUser(event.user), isLoading: false };
    case 'login-failed':
      return { isLoading: false, error: event.error };
    case 'logout':
      return { ...withUser(null), isLoading: false };
  }
}

/**
 * The state after an event. Pure; returns the very same object when the event changes nothing,
 * a new frozen one otherwise.
 */
export function transition<U extends object>(state: AuthState<U>, event: AuthEvent<U>): AuthState<U> {
  const next = { ...state, ...change(state, event) } as AuthState<U>;
  return Object.entries(next).every(([name, value]) => value === state[name as keyof AuthState<U>])
    ? state
    : Object.freeze(next);
}
