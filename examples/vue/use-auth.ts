import { createAuth } from '@referral-dashboard/auth-core';
import { onScopeDispose, type ShallowRef, shallowRef } from 'vue';

export const auth = createAuth({ baseUrl: 'http://127.0.0.1:8000' });

/** The session's state as a ref, for as long as the component that asks is there. */
export function useAuth(): ShallowRef<ReturnType<typeof auth.getState>> {
  const state = shallowRef(auth.getState());
  const stop = auth.subscribe((next) => {
    state.value = next;
  });
  onScopeDispose(stop);
  return state;
}
