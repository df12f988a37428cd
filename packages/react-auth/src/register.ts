import type { Auth, AuthState, User } from '@referral-dashboard/auth-core';

/**
 * Tells every hook of this package the type of your user. Declare it once, anywhere in your program:
 *
 * ```ts
 * declare module '@referral-dashboard/react-auth' {
 *   interface Register {
 *     user: MyUser;
 *   }
 * }
 * ```
 *
 * Without it the hooks speak of auth-core's `User`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: an empty interface is what declaration merging fills in
export interface Register {}

/** The user type named in {@link Register}, or auth-core's `User`. */
export type RegisteredUser = Register extends { user: infer U extends object } ? U : User;

/** The `auth` that {@link AuthProvider} carries. */
export type RegisteredAuth = Auth<RegisteredUser>;

/** The state that the hooks read. */
export type RegisteredAuthState = AuthState<RegisteredUser>;
