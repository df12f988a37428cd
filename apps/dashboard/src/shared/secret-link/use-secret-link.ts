import { isAuthError } from '@referral-dashboard/auth-core';
import { useState } from 'react';
import { usePublicQuery } from '../api/use-public-query.ts';
import { explainError, NOTHING_LOST } from '../errors/explain-error.ts';
import { usePost } from './use-session-call.ts';

type LinkState<Content> =
  | { state: 'loading' }
  | { state: 'open'; content: Content }
  /** The link is invalid, expired or already used. */
  | { state: 'gone'; reason: string }
  | { state: 'failed'; advice: string };

/** Returns the reason when the server rejects the link itself; `null` for other errors. */
export function getExpiryReason(error: unknown): string | null {
  const isRejection = isAuthError(error) && [400, 404, 410].includes(error.status ?? 0);
  return isRejection ? (error.detail ?? 'Ссылка не действует. Попросите новую у того, кто ее дал.') : null;
}

/** Loads the content of a secret link. `expire` marks the link as no longer valid. */
export function useSecretLink<Content>(url: string, token: string, failureTitle: string) {
  const post = usePost();
  const [rejection, expire] = useState<string | null>(null);
  const { data, error, refetch } = usePublicQuery<Content>([url, token], (signal) =>
    post(url, { token }, signal),
  );
  const getLink = (): LinkState<Content> => {
    const reason = rejection ?? getExpiryReason(error);
    if (reason !== null) return { state: 'gone', reason };
    if (data !== undefined) return { state: 'open', content: data };
    if (error === null) return { state: 'loading' };
    const { sentence } = explainError(error, failureTitle, { reassurance: NOTHING_LOST });
    return { state: 'failed', advice: sentence };
  };
  return { link: getLink(), reload: () => void refetch(), expire };
}
