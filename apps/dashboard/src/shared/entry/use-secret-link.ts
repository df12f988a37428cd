import { isAuthError } from '@referral-dashboard/auth-core';
import { useEffect, useRef, useState } from 'react';
import { loadAdvice } from '../errors/load-advice.ts';
import { usePost } from './use-entry.ts';

type Loaded<Content> =
  | { state: 'loading' }
  | { state: 'open'; content: Content }
  /** The link is invalid, expired or already used. */
  | { state: 'gone'; reason: string }
  | { state: 'failed'; advice: string };

/** Returns the reason when the server rejects the link itself; `null` for other errors. */
export function reasonGone(error: unknown): string | null {
  const isRefusal = isAuthError(error) && [400, 404, 410].includes(error.status ?? 0);
  return isRefusal ? (error.detail ?? 'Ссылка не действует. Попросите новую у того, кто ее дал.') : null;
}

/** Loads the content of a secret link. `end` marks the link as no longer valid. */
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
