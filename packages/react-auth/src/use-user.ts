import type { RegisteredUser } from './register.ts';
import { useAuthState } from './use-auth-state.ts';

/**
 * The signed-in user, or `null` for an anonymous visitor and while startup is pending. Renders again only when the
 * user changes.
 *
 * @throws Error outside an {@link AuthProvider}.
 */
export const useUser = (): RegisteredUser | null => useAuthState((state) => state.user);
