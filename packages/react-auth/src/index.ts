export { useAuthInstance } from './auth-context.ts';
export { AuthProvider, type AuthProviderProps } from './auth-provider.tsx';
export type {
  Fitting,
  Register,
  RegisteredAuth,
  RegisteredAuthState,
  RegisteredCredentials,
  RegisteredUser,
} from './register.ts';
export { type Access, type AccessRule, useAccess } from './use-access.ts';
export { type UseAuthResult, useAuth } from './use-auth.ts';
export { useAuthFetch } from './use-auth-fetch.ts';
export { useAuthState } from './use-auth-state.ts';
export { useUser } from './use-user.ts';
