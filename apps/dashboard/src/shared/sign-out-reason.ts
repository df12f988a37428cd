import type { SessionEndReason } from '@referral-dashboard/api-contract';
import type { Auth } from '@referral-dashboard/auth-core';
import { useSyncExternalStore } from 'react';

type SignOutReason = Parameters<Parameters<Auth['onSignOut']>[0]>[0];
type Reason = SessionEndReason | SignOutReason;

let fromServer: SessionEndReason | null = null;
let reason: Reason | null = null;
const listeners = new Set<() => void>();

function setReason(next: Reason | null) {
  reason = next;
  for (const listener of listeners) listener();
}

/** `fetch` that remembers why the server ended a session: a refused refresh has the reason in a header. */
export const withSessionEnds =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401)
      fromServer = (response.headers.get('x-session-end') as SessionEndReason | null) ?? fromServer;
    return response;
  };

/** Follows the sign-outs of an `auth`, for the login page. Returns an unsubscribe function. */
export function followSignOuts(auth: Pick<Auth, 'onSignOut' | 'subscribe' | 'getState'>): () => void {
  const stops = [
    auth.onSignOut((why) => {
      setReason(why === 'refused' ? (fromServer ?? why) : why);
      fromServer = null;
    }),
    auth.subscribe(({ isAuth }) => {
      if (isAuth && reason !== null) setReason(null);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    setReason(null);
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Reason of the last sign-out in this tab; null before one and after the next sign-in. */
export const useSignOutReason = () =>
  useSyncExternalStore(
    subscribe,
    () => reason,
    () => null,
  );
