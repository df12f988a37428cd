import type { ReferralPage } from '@referral-dashboard/api-contract';
import { useCallback, useEffect, useState } from 'react';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import type { PublicCalls } from './public-calls.ts';

/** Content of the page; `null` for an unknown link. */
export type PageContent = { page: ReferralPage | null };

/** Both are `null` while loading. */
type PageState = { content: PageContent | null; failure: ErrorText | null };

/** Page content, as rendered by the server or from the API. `reload` refetches and keeps the old content meanwhile. */
export function useReferralPage({ page: fetchPage }: PublicCalls, rendered: PageContent | null) {
  const [state, setState] = useState<PageState>({ content: rendered, failure: null });
  const reload = useCallback(
    () =>
      void fetchPage().then(
        (page) => setState({ content: { page }, failure: null }),
        (error: unknown) =>
          setState(({ content }) => ({
            content,
            failure: explainError(error, 'Страница не открылась').alert,
          })),
      ),
    [fetchPage],
  );
  const isMissing = state.content === null && state.failure === null;
  useEffect(() => {
    if (isMissing) reload();
  }, [isMissing, reload]);
  return { ...state, reload };
}
