import type { RoleOf } from '@referral-dashboard/auth-core';
import type { RegisteredUser } from './register.ts';
import { useAuthState } from './use-auth-state.ts';

/** Answer of {@link useAccess}: startup still runs, may enter, must sign in first, or has the wrong role. */
export type Access = 'pending' | 'granted' | 'anonymous' | 'forbidden';

/** Rule of a place in the application about its visitor. */
export type AccessRule = {
  /** The visitor's role must be one of these. Left out: any signed-in user, with or without a role. */
  roles?: readonly RoleOf<RegisteredUser>[] | undefined;
};

/**
 * Answer to whether the visitor may enter a place with this rule. Renders again only when the answer changes. Where to send
 * the visitor is the router's business.
 *
 * It decides what is shown, not what is safe: the server must judge each request by itself.
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
