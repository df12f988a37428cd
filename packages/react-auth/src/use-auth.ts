import { useMemo } from 'react';
import { useAuthInstance } from './auth-context.ts';
import type { RegisteredAuth, RegisteredAuthState } from './register.ts';
import { useAuthState } from './use-auth-state.ts';

/** The whole auth state together with the calls that change it. */
export type UseAuthResult = RegisteredAuthState &
  Pick<RegisteredAuth, 'initialize' | 'login' | 'adopt' | 'logout' | 'updateProfile' | 'reloadUser'>;

const whole = (state: RegisteredAuthState) => state;

/**
 * The auth state and the actions. Renders again at every change of the state; a component that shows one field is
 * better served by {@link useAuthState}. The same object until the state changes.
 *
 * The actions reject as auth-core's do; `initialize()` called again is the «try again» of an unreachable server.
 *
 * @throws Error outside an {@link AuthProvider}.
 */
export function useAuth(): UseAuthResult {
  const { initialize, login, adopt, logout, updateProfile, reloadUser } = useAuthInstance();
  const state = useAuthState(whole);
  return useMemo(
    () => ({ ...state, initialize, login, adopt, logout, updateProfile, reloadUser }),
    [state, initialize, login, adopt, logout, updateProfile, reloadUser],
  );
}
