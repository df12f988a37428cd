import type { ReferralPage } from '@referral-dashboard/api-contract';
import { useCallback, useEffect, useState } from 'react';
import { describeError, type ErrorText } from '../../shared/errors/describe-error.ts';
import type { PublicCalls } from './public-calls.ts';

/** Content of the page; `null` for an unknown link. */
type Known = { page: ReferralPage | null };

/** Both are `null` while loading. */
type Loaded = { known: Known | null; failure: ErrorText | null };

/** Data embedded in the HTML by the server, if it belongs to this link. */
function written(code: string): Known | null {
  const text = document.getElementById('server-data')?.textContent;
  if (!text) return null;
  const data = JSON.parse(text) as Known & { code: string };
  return data.code === code ? data : null;
}

/** Page content, from the HTML or from the API. `reload` refetches and keeps the old content meanwhile. */
export function useReferralPage(code: string, { page: ask }: PublicCalls) {
  const [loaded, setLoaded] = useState<Loaded>(() => ({ known: written(code), failure: null }));
  const reload = useCallback(
    () =>
      void ask().then(
        (page) => setLoaded({ known: { page }, failure: null }),
        (error: unknown) =>
          setLoaded(({ known }) => ({ known, failure: describeError(error, 'Страница не открылась') })),
      ),
    [ask],
  );
  const isMissing = loaded.known === null && loaded.failure === null;
  useEffect(() => {
    if (isMissing) reload();
  }, [isMissing, reload]);
  return { ...loaded, reload };
}
