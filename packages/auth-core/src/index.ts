export { createAuth } from './create-auth.ts';
export {
  AuthError,
  type AuthErrorCode,
  type AuthErrorDetails,
  type FieldErrors,
  isAuthError,
  type Messages,
  type MessagesOption,
  responseError,
} from './errors.ts';
export type {
  Auth,
  AuthOptions,
  Backend,
  Call,
  Credentials,
  Debug,
  Patch,
  SchemaResult,
  SessionEndReason,
  SessionTokens,
  StandardSchema,
  Tokens,
} from './options.ts';
export type { Fetch, FetchLike } from './platform.ts';
export { type SimpleJwtOptions, type SimpleJwtPaths, simpleJwt } from './simple-jwt.ts';
export {
  type AnonymousState,
  type AuthEvent,
  type AuthState,
  initialState,
  type RoleOf,
  type SignedInState,
  transition,
  type User,
} from './state.ts';
export { type AuthStorage, memoryStorage, STORAGE_KEYS } from './storage.ts';
