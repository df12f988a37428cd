import type { JoinPage } from '@referral-dashboard/api-contract';
import { isAuthError } from '@referral-dashboard/auth-core';
import { useCallback, useEffect, useState } from 'react';
import { fetchJson } from '@/shared/api/fetch-json.ts';
import { serverUrl } from '@/shared/env.ts';
import { explainError, NOTHING_LOST } from '@/shared/errors/explain-error.ts';

export const joinUrl = (code: string) => serverUrl(`/api/public/join/${encodeURIComponent(code)}/`);

/** Content of the page; `null` for an unknown code, `undefined` while loading. */
export function useJoinPage(code: string) {
  const [page, setPage] = useState<JoinPage | null>();
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCancelled = false;
    fetchJson(fetch, joinUrl(code)).then(
      (content) => !isCancelled && setPage(content as JoinPage),
      (error: unknown) => {
        if (isCancelled) return;
        if (isAuthError(error) && error.status === 404) setPage(null);
        else setFailure(explainError(error, 'Страница не открылась', { reassurance: NOTHING_LOST }).sentence);
      },
    );
    return () => {
      isCancelled = true;
    };
    // Reloads documents that changed in the meantime.
  }, [code, attempt]);
  const reload = useCallback(() => {
    setFailure(null);
    setAttempt((number) => number + 1);
  }, []);
  return { page, failure, reload };
}
