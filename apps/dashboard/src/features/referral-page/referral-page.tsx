import type { ReferralPage as Page } from '@referral-dashboard/api-contract';
import {
  FORM_TEXT,
  invitation,
  PAGE_NOTICES,
  pageTitle,
} from '@referral-dashboard/api-contract/referral-page-text';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { serverPage, takeOver } from '../../shared/server-page.ts';
import { LeadForm } from './lead-form.tsx';
import { createPublicCalls, type PublicCalls } from './public-calls.ts';
import { Sheet, SheetNotice } from './sheet.tsx';
import { useReferralPage } from './use-referral-page.ts';
import { sessionMemory, useVisit } from './visit.ts';

/** Page behind a referral link, shown when its data is known. */
export function ReferralPage({ code }: { code: string }) {
  const calls = useMemo(() => createPublicCalls(code), [code]);
  const { known, failure, reload } = useReferralPage(code, calls);
  useVisit(code, known !== null && known.page !== null, calls);

  if (known !== null) return <LinkedPage code={code} page={known.page} calls={calls} onStale={reload} />;
  if (failure === null)
    return (
      <Sheet page={null}>
        <p role="status">Страница загружается</p>
      </Sheet>
    );
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

type LinkedPageProps = {
  code: string;
  /** `null` for an unknown code. */
  page: Page | null;
  calls: PublicCalls;
  onStale: () => void;
};

/** Returns true when the user has typed into the server-rendered form. */
const isServerFormTouched = () =>
  [...(serverPage()?.querySelectorAll<HTMLInputElement>('.ref-input') ?? [])].some(
    ({ value }) => value !== '',
  );

/** The form, an explanation when there is no form, or the thank-you text. Replaces the server-rendered page. */
function LinkedPage({ code, page, calls, onStale }: LinkedPageProps) {
  // The thank-you text of the previous form is not shown after the user has started another one.
  const [saidBefore] = useState(() => (isServerFormTouched() ? null : sessionMemory.read('sent', code)));
  const [thanks, setThanks] = useState(saidBefore);
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (container.current !== null) takeOver(container.current);
  }, []);

  const thank = (text: string | null) => {
    sessionMemory.write('sent', code, text);
    setThanks(text);
  };

  return (
    <div ref={container}>
      <title>{pageTitle(page)}</title>
      <Sheet page={page}>
        {page?.state !== 'open' ? (
          <SheetNotice {...PAGE_NOTICES[page?.state ?? 'unknown']} />
        ) : thanks !== null ? (
          <SheetNotice title={FORM_TEXT.sent} text={thanks} isSent isNews={thanks !== saidBefore}>
            <p>
              <button className="ref-another" type="button" onClick={() => thank(null)}>
                {FORM_TEXT.another}
              </button>
            </p>
          </SheetNotice>
        ) : (
          <>
            <div className="ref-head">
              {page.invited_by !== '' && <p className="ref-inviter">{invitation(page.invited_by)}</p>}
              <h1>{page.landing.title}</h1>
              {page.landing.subtitle !== '' && <p className="ref-subtitle">{page.landing.subtitle}</p>}
            </div>
            <LeadForm code={code} page={page} calls={calls} onSent={thank} onStale={onStale} />
            {page.landing.text !== '' && <p className="ref-text">{page.landing.text}</p>}
          </>
        )}
      </Sheet>
    </div>
  );
}
