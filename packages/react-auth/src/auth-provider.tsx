import { type ReactElement, type ReactNode, useEffect } from 'react';
import { AuthContext } from './auth-context.ts';
import type { Fitting, RegisteredAuth } from './register.ts';

/** Properties of {@link AuthProvider}. */
export type AuthProviderProps<A = RegisteredAuth> = {
  /** Made by auth-core's `createAuth`, once, outside any component. A new one replaces the old for all hooks below. */
  auth: Fitting<A>;
  children?: ReactNode;
};

/**
 * Carries `auth` to the hooks below and calls `auth.initialize()` after the first commit, never while rendering and
 * never on a server. StrictMode, a remount or a hot reload call it again; auth-core shares one run.
 *
 * It does not call `auth.dispose()`: the `auth` may outlive the tree.
 */
export function AuthProvider<A>({ auth: given, children }: AuthProviderProps<A>): ReactElement {
  const auth = given as RegisteredAuth;
  useEffect(() => {
    // It rejects only after `dispose()`: then there is nothing to start.
    auth.initialize().catch(() => {});
  }, [auth]);
  return <AuthContext.Provider value={auth}>{children}</AuthContext.Provider>;
}
