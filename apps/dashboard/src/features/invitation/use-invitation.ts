import type { Invitation } from '@referral-dashboard/api-contract';
import { isAuthError } from '@referral-dashboard/auth-core';
import { useEffect, useState } from 'react';
import { loadAdvice } from '../../shared/errors/load-advice.ts';
import type { InvitationCalls } from './invitation-calls.ts';

type Loaded =
  | { state: 'loading' }
  | { state: 'open'; invitation: Invitation }
  /** The link cannot be used any more, or never could. */
  | { state: 'gone'; reason: string }
  | { state: 'failed'; advice: string };

const LOADING: Loaded = { state: 'loading' };
export const NOT_OPENED = 'Приглашение не открылось';
const GONE = 'Ссылка не действует. Попросите новую у того, кто вас пригласил.';

/** The reason in the server's words, when it is the link that was refused. */
export function reasonGone(error: unknown): string | null {
  const isRefusal = isAuthError(error) && [400, 404, 410].includes(error.status ?? 0);
  return isRefusal ? (error.detail ?? GONE) : null;
}

function loadedFrom(error: unknown): Loaded {
  const reason = reasonGone(error);
  if (reason !== null) return { state: 'gone', reason };
  return { state: 'failed', advice: loadAdvice(error, NOT_OPENED) };
}

/** Content of an invitation link. */
export function useInvitation({ check }: InvitationCalls) {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState(LOADING);
  useEffect(() => {
    const leaving = new AbortController();
    const settle = (next: Loaded) => {
      if (!leaving.signal.aborted) setLoaded(next);
    };
    check(leaving.signal).then(
      (invitation) => settle({ state: 'open', invitation }),
      (error: unknown) => settle(loadedFrom(error)),
    );
    return () => leaving.abort();
  }, [check, attempt]);
  const reload = () => {
    setLoaded(LOADING);
    setAttempt((number) => number + 1);
  };
  const end = (reason: string) => setLoaded({ state: 'gone', reason });
  return { loaded, reload, end };
}
