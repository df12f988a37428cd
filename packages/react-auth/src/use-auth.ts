import { useMemo } from 'react';
import { useAuthInstance } from './auth-context.ts';
import type { RegisteredAuth, RegisteredAuthState } from './register.ts';
import { useAuthState } from './use-auth-state.ts';

/** The whole auth state together with the calls that change it. */
export type UseAuthResult = RegisteredAuthState &
  Pick<RegisteredAuth, 'initialize' | 'login' | 'setSession' | 'logout' | 'updateProfile' | 'reloadUser'>;

const identity = (state: RegisteredAuthState) => state;

/**
 * The auth state and the actions. Renders again at every change of the state; use {@link useAuthState} in a component
 * that shows one field. The result is the same object until the state changes.
 *
 * The actions reject as auth-core's do; `initialize()` retries when the server could not be reached.
 *
 * @throws Error outside an {@link AuthProvider}.
 */
export function useAuth(): UseAuthResult {
  const { initialize, login, setSession, logout, updateProfile, reloadUser } = useAuthInstance();
  const state = useAuthState(identity);
  return useMemo(
    () => ({ ...state, initialize, login, setSession, logout, updateProfile, reloadUser }),
    [state, initialize, login, setSession, logout, updateProfile, reloadUser],
  );
}
