import { AuthError, createAuth, memoryStorage, STORAGE_KEYS, simpleJwt } from '@referral-dashboard/auth-core';
import { cookies } from 'next/headers';
import { cache } from 'react';

const backend = {
  ...simpleJwt({ paths: { user: '/api/me/' } }),
  // A page that is being rendered cannot store a rotated token, so only the browser refreshes.
  refresh: () => Promise.reject(new AuthError('refused', 'The server does not refresh')),
};

/** The `auth` of the current request; `cache` creates one per request. A module would share one among all visitors. */
export const authOfRequest = cache(async () => {
  const baseUrl = process.env.API_URL ?? 'http://127.0.0.1:8000';
  const auth = createAuth({ baseUrl, backend, storage: memoryStorage(), logger: { warn() {} } });
  const accessToken = (await cookies()).get(STORAGE_KEYS.access)?.value;
  // An expired token is refused, and the page is rendered for a guest.
  if (accessToken) await auth.setSession({ accessToken, refreshToken: null }).catch(() => {});
  return auth;
});
