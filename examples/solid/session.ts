import { type AuthState, createAuth, simpleJwt } from '@referral-dashboard/auth-core';
import { type Accessor, from } from 'solid-js';

export const auth = createAuth({
  baseUrl: 'http://127.0.0.1:8000',
  backend: simpleJwt({ paths: { user: '/api/me/' } }),
});

/** The state as a signal. Unsubscribes when its owner is disposed. */
export const createSession = (): Accessor<AuthState> =>
  from((set) => {
    set(auth.getState());
    return auth.subscribe(set);
  }, auth.getState());
