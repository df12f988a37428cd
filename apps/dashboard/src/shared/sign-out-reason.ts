import type { SessionEndReason } from '@referral-dashboard/api-contract';
import type { SessionEndReason as LocalReason } from '@referral-dashboard/auth-core';
import type { RegisteredAuth } from '@referral-dashboard/react-auth';
import { useSyncExternalStore } from 'react';

type Reason = SessionEndReason | LocalReason;

let fromServer: SessionEndReason | null = null;
let reason: Reason | null = null;
const listeners = new Set<() => void>();

function setReason(next: Reason | null) {
  reason = next;
  for (const listener of listeners) listener();
}

/** `fetch` that remembers why the server ended a session: the answer to a refused refresh has the reason in a header. */
export const withSessionEnds =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401)
      fromServer = (response.headers.get('x-session-end') as SessionEndReason | null) ?? fromServer;
    return response;
  };

/** Follows the session ends of an `auth`, for the login page. Returns an unsubscribe function. */
export function followSignOuts(auth: Pick<RegisteredAuth, 'onSessionEnd' | 'subscribe'>): () => void {
  const stops = [
    auth.onSessionEnd((why) => {
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
