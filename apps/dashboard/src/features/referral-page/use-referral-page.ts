import type { ReferralPage } from '@referral-dashboard/api-contract';
import { useCallback, useEffect, useState } from 'react';
import { type ErrorText, explainError } from '../../shared/errors/explain-error.ts';
import type { PublicCalls } from './public-calls.ts';

/** Content of the page; `null` for an unknown link. */
type PageContent = { page: ReferralPage | null };

/** Both are `null` while loading. */
type PageState = { content: PageContent | null; failure: ErrorText | null };

/** Data embedded in the HTML by the server, if it belongs to this link. */
function readEmbedded(code: string): PageContent | null {
  const text = document.getElementById('server-data')?.textContent;
  if (!text) return null;
  const data = JSON.parse(text) as PageContent & { code: string };
  return data.code === code ? data : null;
}

/** Page content, from the HTML or from the API. `reload` refetches and keeps the old content meanwhile. */
export function useReferralPage(code: string, { page: fetchPage }: PublicCalls) {
  const [state, setState] = useState<PageState>(() => ({ content: readEmbedded(code), failure: null }));
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
