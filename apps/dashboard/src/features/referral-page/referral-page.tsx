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
import { PageCard, PageCardNotice } from './page-card.tsx';
import { createPublicCalls, type PublicCalls } from './public-calls.ts';
import { useReferralPage } from './use-referral-page.ts';
import { useVisit, visitStorage } from './visit.ts';

/** Page behind a referral link, shown when its data is known. */
export function ReferralPage({ code }: { code: string }) {
  const calls = useMemo(() => createPublicCalls(code), [code]);
  const { content, failure, reload } = useReferralPage(code, calls);
  useVisit(code, content !== null && content.page !== null, calls);

  if (content !== null) return <LinkedPage code={code} page={content.page} calls={calls} onStale={reload} />;
  if (failure === null)
    return (
      <PageCard page={null}>
        <p role="status">Страница загружается</p>
      </PageCard>
    );
  return (
    <PageCard page={null}>
      <title>{failure.title}</title>
      <PageCardNotice title={failure.title} text={failure.advice}>
        <button className="ref-button" type="button" onClick={reload}>
          Повторить
        </button>
      </PageCardNotice>
    </PageCard>
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
  const [previousSuccessText] = useState(() =>
    isServerFormTouched() ? null : visitStorage.read('sent', code),
  );
  const [successText, setSuccessText] = useState(previousSuccessText);
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (container.current !== null) takeOver(container.current);
  }, []);

  const saveSuccessText = (text: string | null) => {
    visitStorage.write('sent', code, text);
    setSuccessText(text);
  };

  return (
    <div ref={container}>
      <title>{pageTitle(page)}</title>
      <PageCard page={page}>
        {page?.state !== 'open' ? (
          <PageCardNotice {...PAGE_NOTICES[page?.state ?? 'unknown']} />
        ) : successText !== null ? (
          <PageCardNotice
            title={FORM_TEXT.sent}
            text={successText}
            isSent
            isNew={successText !== previousSuccessText}
          >
            <p>
              <button className="ref-another" type="button" onClick={() => saveSuccessText(null)}>
                {FORM_TEXT.another}
              </button>
            </p>
          </PageCardNotice>
        ) : (
          <>
            <div className="ref-head">
              {page.invited_by !== '' && <p className="ref-inviter">{invitation(page.invited_by)}</p>}
              <h1>{page.landing.title}</h1>
              {page.landing.subtitle !== '' && <p className="ref-subtitle">{page.landing.subtitle}</p>}
            </div>
            <LeadForm code={code} page={page} calls={calls} onSent={saveSuccessText} onStale={onStale} />
            {page.landing.text !== '' && <p className="ref-text">{page.landing.text}</p>}
          </>
        )}
      </PageCard>
    </div>
  );
}
