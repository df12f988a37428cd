import type { RoleOf } from '@referral-dashboard/auth-core';
import type { RegisteredUser } from './register.ts';
import { useAuthState } from './use-auth-state.ts';

/** Result of {@link useAccess}: startup has not finished, allowed, must sign in first, or has the wrong role. */
export type Access = 'pending' | 'granted' | 'anonymous' | 'forbidden';

/** Roles that may open a route. */
export type AccessRule = {
  /** The visitor's role must be one of these. Left out: any signed-in user, with or without a role. */
  roles?: readonly RoleOf<RegisteredUser>[] | undefined;
};

/**
 * Whether the visitor may open a route with this rule. Renders again only when the result changes. Redirects are left to
 * the router.
 *
 * It decides about the display, not about safety: the server must check each request.
 *
 * @throws Error outside an {@link AuthProvider}.
 */
export const useAccess = ({ roles }: AccessRule = {}): Access =>
  useAuthState(({ isInitialized, isAuth, role }) => {
    if (!isInitialized) return 'pending';
    if (!isAuth) return 'anonymous';
    if (!roles) return 'granted';
    return role !== null && (roles as readonly string[]).includes(role) ? 'granted' : 'forbidden';
  });
