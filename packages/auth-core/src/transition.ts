import { type AuthEvent, type AuthState, withUser } from './state.ts';

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
  const next = { ...state, ...change(state, event) };
  return Object.entries(next).every(([name, value]) => value === state[name as keyof AuthState<U>])
    ? state
    : Object.freeze(next);
}
