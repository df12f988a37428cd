/**
 * Owns the public state and its pure reducer. States are frozen; an event that changes nothing returns the same reference.
 */
import type { AuthError } from './errors.ts';

/** The user as the API returns it. */
export interface User {
  role?: string | null;
  [field: string]: unknown;
}

/** The roles that a user type allows. */
export type RoleOf<U> = U extends { role?: infer R } ? Extract<R, string> : string;

interface Always {
  /** Why startup, or the last `login` or `setSession`, failed. Other methods only throw. */
  readonly error: AuthError | null;
  /** `login` or `setSession` is running. Startup does not change it. */
  readonly isLoading: boolean;
}

/** A user is signed in. */
export interface SignedInState<U extends object = User> extends Always {
  readonly isAuth: true;
  readonly user: U;
  /** The user's role; `null` when the user has none. */
  readonly role: RoleOf<U> | null;
  /** Startup has finished. Never goes back to `false`. */
  readonly isInitialized: true;
}

/** No user is signed in, or startup has not finished. */
export interface AnonymousState extends Always {
  readonly isAuth: false;
  readonly user: null;
  readonly role: null;
  readonly isInitialized: boolean;
}

/** A frozen snapshot. The reference stays the same until something changes. */
export type AuthState<U extends object = User> = SignedInState<U> | AnonymousState;

/** Everything that can happen to the state. */
export type AuthEvent<U extends object = User> =
  /** The stored session was verified or changed: startup, a refused refresh, an update, another tab. */
  | { readonly type: 'session'; readonly user: U | null }
  /** Startup could not reach the server and will try again. */
  | { readonly type: 'unreachable'; readonly error: AuthError }
  /** Startup failed and is not retried; the stored session is kept. */
  | { readonly type: 'misconfigured'; readonly error: AuthError }
  | { readonly type: 'login-started' }
  | { readonly type: 'login-succeeded'; readonly user: U }
  | { readonly type: 'login-failed'; readonly error: AuthError }
  | { readonly type: 'logout' };

/** The role of a user: a non-empty string or null. */
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

/** The state before startup, and on a server. */
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
    case 'misconfigured':
      return state.isInitialized ? {} : { ...withUser(null), error: event.error };
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

/** The state after an event. Pure. */
export function transition<U extends object>(state: AuthState<U>, event: AuthEvent<U>): AuthState<U> {
  const next = { ...state, ...change(state, event) } as AuthState<U>;
  return Object.entries(next).every(([name, value]) => value === state[name as keyof AuthState<U>])
    ? state
    : Object.freeze(next);
}
