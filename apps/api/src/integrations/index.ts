export { createApiKeys } from './api-keys/index.ts';
export { endKeysOfUser } from './api-keys/keys-of-user.ts';
