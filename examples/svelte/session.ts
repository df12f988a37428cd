import { createAuth, simpleJwt } from '@referral-dashboard/auth-core';
import { readable } from 'svelte/store';

export const auth = createAuth({
  baseUrl: 'http://127.0.0.1:8000',
  backend: simpleJwt({ paths: { user: '/api/me/' } }),
});

/** The state as a store: `$session.user`. */
export const session = readable(auth.getState(), (set) => {
  set(auth.getState());
  return auth.subscribe(set);
});
