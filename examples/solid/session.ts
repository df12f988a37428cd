import { type AuthState, createAuth } from '@referral-dashboard/auth-core';
import { type Accessor, from } from 'solid-js';

export const auth = createAuth({ baseUrl: 'http://127.0.0.1:8000' });

/** The session's state as a signal, for as long as its owner is there. */
export const createSession = (): Accessor<AuthState> =>
  from((set) => {
    set(auth.getState());
    return auth.subscribe(set);
  }, auth.getState());
