import { type AuthEvent, type AuthState, initialState } from './state.ts';
import { transition } from './transition.ts';

export interface StateStore<U extends object> {
  get(): AuthState<U>;
  subscribe(listener: (state: AuthState<U>) => void): () => void;
  dispatch(event: AuthEvent<U>): void;
}

export function createStateStore<U extends object>(
  warn: (what: string, cause: unknown) => void,
): StateStore<U> {
  let state: AuthState<U> = initialState;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    subscribe(listener) {
      // An entry of its own for each call: the same function may subscribe twice.
      const entry = () => listener(state);
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
    dispatch(event) {
      const before = state;
      state = transition(state, event);
      if (state === before) return;
      for (const listener of [...listeners]) {
        try {
          listener();
        } catch (cause) {
          warn('listener', cause);
        }
      }
    },
  };
}
