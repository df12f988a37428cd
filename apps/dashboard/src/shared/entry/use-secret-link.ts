import { isAuthError } from '@referral-dashboard/auth-core';
import { useEffect, useRef, useState } from 'react';
import { loadAdvice } from '../errors/load-advice.ts';
import { usePost } from './use-entry.ts';

type Loaded<Content> =
  | { state: 'loading' }
  | { state: 'open'; content: Content }
  /** The link cannot be used any more, or never could. */
  | { state: 'gone'; reason: string }
  | { state: 'failed'; advice: string };

/** The reason in the server's words, when it is the link that was refused. */
export function reasonGone(error: unknown): string | null {
  const isRefusal = isAuthError(error) && [400, 404, 410].includes(error.status ?? 0);
  return isRefusal ? (error.detail ?? 'Ссылка не действует. Попросите новую у того, кто ее дал.') : null;
}

/** Content of a link with a secret, as the call at `url` tells it. */
export function useSecretLink<Content>(url: string, token: string, failed: string) {
  const post = useRef(usePost());
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<Content>>({ state: 'loading' });
  useEffect(() => {
    const leaving = new AbortController();
    const settle = (next: Loaded<Content>) => {
      if (!leaving.signal.aborted) setLoaded(next);
    };
    post.current(url, { token }, leaving.signal).then(
      (content) => settle({ state: 'open', content: content as Content }),
      (error: unknown) => {
        const reason = reasonGone(error);
        settle(
          reason === null
            ? { state: 'failed', advice: loadAdvice(error, failed) }
            : { state: 'gone', reason },
        );
      },
    );
    return () => leaving.abort();
  }, [url, token, failed, attempt]);
  const reload = () => {
    setLoaded({ state: 'loading' });
    setAttempt((number) => number + 1);
  };
  const end = (reason: string) => setLoaded({ state: 'gone', reason });
  return { loaded, reload, end };
}
