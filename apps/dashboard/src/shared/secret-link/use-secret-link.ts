import { isAuthError } from '@referral-dashboard/auth-core';
import { useEffect, useRef, useState } from 'react';
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
  const post = useRef(usePost());
  const [attempt, setAttempt] = useState(0);
  const [link, setLink] = useState<LinkState<Content>>({ state: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    const update = (next: LinkState<Content>) => {
      if (!controller.signal.aborted) setLink(next);
    };
    post.current(url, { token }, controller.signal).then(
      (content) => update({ state: 'open', content: content as Content }),
      (error: unknown) => {
        const reason = getExpiryReason(error);
        update(
          reason === null
            ? {
                state: 'failed',
                advice: explainError(error, failureTitle, { reassurance: NOTHING_LOST }).sentence,
              }
            : { state: 'gone', reason },
        );
      },
    );
    return () => controller.abort();
  }, [url, token, failureTitle, attempt]);
  const reload = () => {
    setLink({ state: 'loading' });
    setAttempt((number) => number + 1);
  };
  const expire = (reason: string) => setLink({ state: 'gone', reason });
  return { link, reload, expire };
}
