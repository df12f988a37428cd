export type { Credentials, ProfilePatch, Role, TokenPair, User } from './accounts.ts';
export {
  credentials,
  password,
  profilePatch,
  ROLES,
  refreshRequest,
  role,
  tokenPair,
  user,
  verifyRequest,
} from './accounts.ts';
export type { ErrorCode, Failure, FieldErrors } from './errors.ts';
export { ERROR_CODES, failure, fieldErrors } from './errors.ts';
export type { Access, RouteContract } from './route.ts';
export { routes } from './routes.ts';
export { text } from './text.ts';
