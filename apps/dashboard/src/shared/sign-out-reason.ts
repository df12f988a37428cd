import type { SessionEndReason } from '@referral-dashboard/api-contract';
import type { SessionEndReason as LocalReason } from '@referral-dashboard/auth-core';
import type { RegisteredAuth } from '@referral-dashboard/react-auth';
import { useSyncExternalStore } from 'react';

type SignOutReason = SessionEndReason | LocalReason;

let serverReason: SessionEndReason | null = null;
let reason: SignOutReason | null = null;
const listeners = new Set<() => void>();

function setReason(next: SignOutReason | null) {
  reason = next;
  for (const listener of listeners) listener();
}

/** Wraps `fetch` to remember why the server ended the session. A 401 response has the reason in the `x-session-end` header. */
export const recordSessionEnds =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401)
      serverReason = (response.headers.get('x-session-end') as SessionEndReason | null) ?? serverReason;
    return response;
  };

/** Tracks session ends for the login page. Returns an unsubscribe function. */
export function trackSignOuts(auth: Pick<RegisteredAuth, 'onSessionEnd' | 'subscribe'>): () => void {
  const unsubscribers = [
    auth.onSessionEnd((endReason) => {
      setReason(endReason === 'refused' ? (serverReason ?? endReason) : endReason);
      serverReason = null;
    }),
    auth.subscribe(({ isAuth }) => {
      if (isAuth && reason !== null) setReason(null);
    }),
  ];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
    setReason(null);
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Reason of the last sign-out in this tab; null before the first sign-out and after a sign-in. */
export const useSignOutReason = () =>
  useSyncExternalStore(
    subscribe,
    () => reason,
    () => null,
  );
