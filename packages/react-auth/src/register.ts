import type { Auth, AuthState, Credentials, User } from '@referral-dashboard/auth-core';

/**
 * Names the type of your user and of your credentials for every hook of this package. Declare it once:
 *
 * ```ts
 * declare module '@referral-dashboard/react-auth' {
 *   interface Register {
 *     user: MyUser;
 *     credentials: { email: string; password: string };
 *   }
 * }
 * ```
 *
 * Default: auth-core's `User` and `Credentials`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: an empty interface is what declaration merging fills in
export interface Register {}

/** Shown by the compiler when the registered user is not an object type. */
interface WrongRegister {
  readonly error: 'Register.user of react-auth has to be an object type: interface Register { user: MyUser }';
}

/** The user type named in {@link Register}, or auth-core's `User`. */
export type RegisteredUser = Register extends { user: infer U }
  ? U extends object
    ? U
    : WrongRegister
  : User;

/** `Register['credentials']`, or auth-core's `Credentials`. */
export type RegisteredCredentials = Register extends { credentials: infer C } ? C : Credentials;

/** The `auth` that {@link AuthProvider} carries. */
export type RegisteredAuth = Auth<RegisteredUser, RegisteredCredentials>;

/** The state that the hooks read. */
export type RegisteredAuthState = AuthState<RegisteredUser>;

/** `A` where it fits the registered types, else a sentence that the compiler shows. */
export type Fitting<A> = A extends RegisteredAuth
  ? A
  : 'This auth is of other users than the hooks: name its user type in interface Register of react-auth';
