import type { JoinPage } from '@referral-dashboard/api-contract';
import { isAuthError } from '@referral-dashboard/auth-core';
import { fetchJson } from '@/shared/api/fetch-json.ts';
import { usePublicQuery } from '@/shared/api/use-public-query.ts';
import { serverUrl } from '@/shared/env.ts';
import { explainError, NOTHING_LOST } from '@/shared/errors/explain-error.ts';

export const joinUrl = (code: string) => serverUrl(`/api/public/join/${encodeURIComponent(code)}/`);

/** Content of the page; `null` for an unknown code, `undefined` while loading. `reload` loads documents that have changed. */
export function useJoinPage(code: string) {
  const { data, error, isLoadingError, refetch } = usePublicQuery<JoinPage>(['join', code], (signal) =>
    fetchJson(fetch, joinUrl(code), { signal }),
  );
  const isUnknown = isAuthError(error) && error.status === 404;
  return {
    page: isUnknown ? null : data,
    failure:
      isLoadingError && !isUnknown
        ? explainError(error, 'Страница не открылась', { reassurance: NOTHING_LOST }).sentence
        : null,
    reload: () => void refetch(),
  };
}
