import { type AuthStorage, memoryStorage, STORAGE_KEYS } from '../storage.ts';
import { fakeJwt } from './fake-jwt.ts';

export interface SignedInOptions {
  /** The `storageKey` of the instance that will read the session. */
  readonly storageKey?: string;
  /** Seconds until the access token expires; negative for an expired one. Default: 300. */
  readonly expiresIn?: number;
}

/** A storage with the session of an earlier visit of `user`. A `fakeBackend()` accepts its tokens. */
export function signedInStorage(
  user: object,
  { storageKey, expiresIn = 300 }: SignedInOptions = {},
): AuthStorage {
  const storage = memoryStorage();
  const put = (name: keyof typeof STORAGE_KEYS, value: string) =>
    storage.setItem((storageKey ? `${storageKey}.` : '') + STORAGE_KEYS[name], value);
  const exp = Math.floor(Date.now() / 1000) + expiresIn;
  put('access', fakeJwt({ type: 'access', user, exp, serial: 0 }));
  put('refresh', fakeJwt({ type: 'refresh', user, serial: 0 }));
  put('user', JSON.stringify(user));
  const { role } = user as { role?: unknown };
  if (typeof role === 'string' && role) put('role', role);
  return storage;
}
