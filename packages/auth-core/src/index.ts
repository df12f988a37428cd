export type { Credentials } from './accounts-api.ts';
export { createAuth } from './auth.ts';
export {
  AuthError,
  type AuthErrorCode,
  type AuthErrorDetails,
  type FieldErrors,
  isAuthError,
} from './errors.ts';
export type { Adoption } from './login.ts';
export type { Messages } from './messages.ts';
export type { Auth, AuthOptions } from './options.ts';
export type { Fetch, FetchLike } from './platform.ts';
export { type AuthStorage, memoryStorage, STORAGE_KEYS } from './session-store.ts';
export { type AuthEvent, type AuthState, initialState, type User } from './state.ts';
export { transition } from './transition.ts';
