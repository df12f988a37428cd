export { createAuth } from './auth.ts';
export {
  type Backend,
  type Call,
  type Credentials,
  type CredentialsBy,
  type Paths,
  simpleJwt,
  type Tokens,
} from './backend.ts';
export {
  AuthError,
  type AuthErrorCode,
  type AuthErrorDetails,
  type FieldErrors,
  isAuthError,
} from './errors.ts';
export { type Messages, type MessagesOption, messagesRu } from './messages.ts';
export type { Adoption, Auth, AuthOptions, Patch, SignOutReason } from './options.ts';
export type { Fetch, FetchLike } from './platform.ts';
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
export type { OutputOf, SchemaResult, StandardSchema } from './user-schema.ts';
