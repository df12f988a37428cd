import type { ReferralPage as Page } from '@referral-dashboard/api-contract';
import {
  FORM_TEXT,
  invitation,
  PAGE_NOTICES,
  pageTitle,
} from '@referral-dashboard/api-contract/referral-page-text';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { LeadForm } from './lead-form.tsx';
import { PageCard, PageCardNotice } from './page-card.tsx';
import { createPublicCalls, type PublicCalls } from './public-calls.ts';
import { type PageContent, useReferralPage } from './use-referral-page.ts';
import { useVisit, visitStorage } from './visit.ts';

type ReferralPageProps = {
  code: string;
  /** Content with which the server rendered the page. By default it is loaded. */
  rendered?: PageContent | null;
};

/** Page behind a referral link, shown when its data is known. */
export function ReferralPage({ code, rendered = null }: ReferralPageProps) {
  const calls = useMemo(() => createPublicCalls(code), [code]);
  const { content, failure, reload } = useReferralPage(calls, rendered);
  useVisit(code, content !== null && content.page !== null, calls);
  useTitle(content === null ? failure?.title : pageTitle(content.page));

  if (content !== null) return <LinkedPage code={code} page={content.page} calls={calls} onStale={reload} />;
  if (failure === null)
    return (
      <PageCard page={null}>
        <p role="status">Страница загружается</p>
      </PageCard>
    );
  return (
    <PageCard page={null}>
      <PageCardNotice title={failure.title} text={failure.advice}>
        <button className="ref-button" type="button" onClick={reload}>
          Повторить
        </button>
      </PageCardNotice>
    </PageCard>
  );
}

function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
}

type LinkedPageProps = {
  code: string;
  /** `null` for an unknown code. */
  page: Page | null;
  calls: PublicCalls;
  onStale: () => void;
};

const isTyped = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLInputElement>('.ref-input')].some(({ value }) => value !== '');

/** The form, an explanation when there is no form, or the thank-you text. */
function LinkedPage({ code, page, calls, onStale }: LinkedPageProps) {
  const [sent, setSent] = useState<{ text: string; isNew: boolean } | null>(null);
  const container = useRef<HTMLDivElement>(null);
  // The server does not know the thank-you text of a previous form. It is not shown after the user has started another form.
  useLayoutEffect(() => {
    const text = visitStorage.read('sent', code);
    if (text !== null && container.current !== null && !isTyped(container.current))
      setSent({ text, isNew: false });
  }, [code]);

  const saveSuccessText = (text: string | null) => {
    visitStorage.write('sent', code, text);
    setSent(text === null ? null : { text, isNew: true });
  };

  if (page?.state !== 'open')
    return (
      <PageCard page={page}>
        <PageCardNotice {...PAGE_NOTICES[page?.state ?? 'unknown']} />
      </PageCard>
    );
  if (sent !== null)
    return (
      <PageCard page={page}>
        <PageCardNotice title={FORM_TEXT.sent} text={sent.text} isSent isNew={sent.isNew}>
          <p>
            <button className="ref-another" type="button" onClick={() => saveSuccessText(null)}>
              {FORM_TEXT.another}
            </button>
          </p>
        </PageCardNotice>
      </PageCard>
    );
  return (
    <div ref={container}>
      <Landing page={page}>
        <LeadForm code={code} page={page} calls={calls} onSent={saveSuccessText} onStale={onStale} />
      </Landing>
    </div>
  );
}

/** The texts of the program around the form. */
export const Landing = ({ page, children }: { page: Page; children: ReactNode }) => (
  <PageCard page={page}>
    <div className="ref-head">
      {page.invited_by !== '' && <p className="ref-inviter">{invitation(page.invited_by)}</p>}
      <h1>{page.landing.title}</h1>
      {page.landing.subtitle !== '' && <p className="ref-subtitle">{page.landing.subtitle}</p>}
    </div>
    {children}
    {page.landing.text !== '' && <p className="ref-text">{page.landing.text}</p>}
  </PageCard>
);
