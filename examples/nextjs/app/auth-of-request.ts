import { AuthError, createAuth, memoryStorage, STORAGE_KEYS, simpleJwt } from '@referral-dashboard/auth-core';
import { cookies } from 'next/headers';
import { cache } from 'react';

/** A page that is being rendered cannot store a rotated token: the browser renews. */
const backend = {
  ...simpleJwt(),
  refresh: () => Promise.reject(new AuthError('refused', 'The server does not refresh')),
};

/**
 * The `auth` of the request that is being answered: `cache` makes one for each. One in a module would be shared by all
 * visitors, and show one of them another's name.
 */
export const authOfRequest = cache(async () => {
  const baseUrl = process.env.API_URL ?? 'http://127.0.0.1:8000';
  const auth = createAuth({ baseUrl, backend, storage: memoryStorage(), logger: { warn() {} } });
  const access = (await cookies()).get(STORAGE_KEYS.access)?.value;
  // Refused where the token has expired: then the page is a stranger's until the browser has looked.
  if (access) await auth.adopt({ access, refresh: null }).catch(() => {});
  return auth;
});
