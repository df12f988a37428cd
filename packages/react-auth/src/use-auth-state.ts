import { initialState } from '@referral-dashboard/auth-core';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useAuthInstance } from './auth-context.ts';
import type { RegisteredAuthState } from './register.ts';

/**
 * A part of the auth state. The component renders again only when the selected value changes.
 *
 * On a server and during hydration, `selector` receives auth-core's `initialState`, so that the first client render
 * equals the server's.
 *
 * @param selector Pure; called once for each state and each new selector. It may build a new object.
 * @param isEqual Keeps the previous value when it returns true. Default: `Object.is`.
 * @throws Error outside an {@link AuthProvider}.
 */
export function useAuthState<T>(
  selector: (state: RegisteredAuthState) => T,
  isEqual: (previous: T, next: T) => boolean = Object.is,
): T {
  const auth = useAuthInstance();
  const rendered = useRef<{ value: T }>(undefined);

  const select = useMemo(() => {
    let last: { state: RegisteredAuthState; value: T } | undefined;
    return (state: RegisteredAuthState): T => {
      if (last?.state === state) return last.value;
      const value = selector(state);
      const previous = last ?? rendered.current;
      last = { state, value: previous && isEqual(previous.value, value) ? previous.value : value };
      return last.value;
    };
  }, [selector, isEqual]);

  const value = useSyncExternalStore(
    auth.subscribe,
    () => select(auth.getState()),
    () => select(initialState),
  );
  useEffect(() => {
    rendered.current = { value };
  }, [value]);
  return value;
}
