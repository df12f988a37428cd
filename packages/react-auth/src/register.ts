import type { Auth, AuthState, Credentials, User } from '@referral-dashboard/auth-core';

/**
 * Tells every hook of this package the type of your user, and what signs one in. Declare it once, anywhere in your program:
 *
 * ```ts
 * declare module '@referral-dashboard/react-auth' {
 *   interface Register {
 *     user: MyUser;
 *     credentials: { email: string; password: string }; // where they are not phone and password
 *   }
 * }
 * ```
 *
 * Without it the hooks speak of auth-core's `User`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: an empty interface is what declaration merging fills in
export interface Register {}

/** Read by whoever registers something that is no user type. */
interface WrongRegister {
  readonly error: 'Register.user of react-auth has to be an object type: interface Register { user: MyUser }';
}

/** The user type named in {@link Register}, or auth-core's `User`. */
export type RegisteredUser = Register extends { user: infer U }
  ? U extends object
    ? U
    : WrongRegister
  : User;

/** Credentials of a registered user: `Register['credentials']`, or auth-core's `Credentials`. */
export type RegisteredCredentials = Register extends { credentials: infer C } ? C : Credentials;

/** The `auth` that {@link AuthProvider} carries. */
export type RegisteredAuth = Auth<RegisteredUser, RegisteredCredentials>;

/** The state that the hooks read. */
export type RegisteredAuthState = AuthState<RegisteredUser>;

/** `A` where it fits what is registered, else a sentence that the compiler shows in its place. */
export type Fitting<A> = A extends RegisteredAuth
  ? A
  : 'This auth is of other users than the hooks: name its user type in interface Register of react-auth';
