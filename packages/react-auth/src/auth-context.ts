import { createContext, useContext } from 'react';
import type { RegisteredAuth } from './register.ts';

export const AuthContext = /* @__PURE__ */ createContext<RegisteredAuth | null>(null);

/**
 * The `auth` of the nearest provider, for clients of axios, GraphQL and the like. Never renders the component again.
 *
 * @throws Error outside an AuthProvider.
 */
export function useAuthInstance(): RegisteredAuth {
  const auth = useContext(AuthContext);
  if (!auth) {
    throw new Error(
      'No AuthProvider above this component: render <AuthProvider auth={auth}> around it, with an auth made by createAuth() outside any component.',
    );
  }
  return auth;
}
