import { PageSpinner } from '../../shared/ui/feedback/page-spinner.tsx';
import { LinkedPage } from './linked-page.tsx';
import { usePublicCalls } from './public-calls.ts';
import { Sheet, SheetNotice } from './sheet.tsx';
import { useReferralPage } from './use-referral-page.ts';
import { useVisit } from './use-visit.ts';

/** The page behind a link, once it is known what is behind it. */
export function ReferralPage({ code }: { code: string }) {
  const calls = usePublicCalls(code);
  const { known, failure, reload } = useReferralPage(code, calls);
  useVisit(code, known !== null && known.page !== null, calls);

  if (known !== null) return <LinkedPage code={code} page={known.page} calls={calls} onStale={reload} />;
  if (failure === null) return <PageSpinner />;
  return (
    <Sheet page={null}>
      <title>{failure.title}</title>
      <SheetNotice title={failure.title} text={failure.advice}>
        <button className="ref-button" type="button" onClick={reload}>
          Повторить
        </button>
      </SheetNotice>
    </Sheet>
  );
}
