import { createAuth, simpleJwt } from '@referral-dashboard/auth-core';
import { onScopeDispose, type ShallowRef, shallowRef } from 'vue';

export const auth = createAuth({
  baseUrl: 'http://127.0.0.1:8000',
  backend: simpleJwt({ paths: { user: '/api/me/' } }),
});

/** The state as a ref. Unsubscribes when the component is unmounted. */
export function useAuth(): ShallowRef<ReturnType<typeof auth.getState>> {
  const state = shallowRef(auth.getState());
  const stop = auth.subscribe((next) => {
    state.value = next;
  });
  onScopeDispose(stop);
  return state;
}
