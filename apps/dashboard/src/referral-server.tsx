import { FORM_TEXT } from '@referral-dashboard/api-contract/referral-page-text';
import type {
  ReferralPageView,
  RenderReferralPage,
} from '@referral-dashboard/api-contract/referral-page-view';
import { renderToString } from 'react-dom/server';
import { LeadForm } from './features/referral-page/lead-form.tsx';
import { PageCard, PageCardNotice } from './features/referral-page/page-card.tsx';
import { createPublicCalls } from './features/referral-page/public-calls.ts';
import { Landing, ReferralPage } from './features/referral-page/referral-page.tsx';

const FORM_FIELDS = ['name', 'phone', 'comment', 'consent'];

/** Renders the public page on the server. `referral-main.tsx` hydrates the page of the kind `page`; the others have no script. */
export const renderReferralPage: RenderReferralPage = (view) =>
  renderToString(
    <main>
      <View {...view} />
    </main>,
  );

function View(view: ReferralPageView) {
  switch (view.kind) {
    case 'page':
      return <ReferralPage code={view.code} rendered={{ page: view.page }} />;
    case 'refused':
      return <RefusedForm {...view} />;
    case 'sent':
      return (
        <PageCard page={view.page}>
          <PageCardNotice title={FORM_TEXT.sent} text={view.text} isSent>
            <p>
              <a className="ref-another" href={`/ref/${encodeURIComponent(view.code)}`}>
                {FORM_TEXT.another}
              </a>
            </p>
          </PageCardNotice>
        </PageCard>
      );
    case 'notice':
      return (
        <PageCard page={null}>
          <PageCardNotice title={view.title} text={view.text} />
        </PageCard>
      );
  }
}

/** The form with the sent values and messages. Messages of other fields are shown above the button. */
function RefusedForm({ code, page, values, errors }: Extract<ReferralPageView, { kind: 'refused' }>) {
  if (page.state !== 'open') return <ReferralPage code={code} rendered={{ page }} />;
  const known = FORM_FIELDS.map((field) => [field, errors[field]?.join(' ')]);
  const others = Object.entries(errors).flatMap(([field, messages]) =>
    FORM_FIELDS.includes(field) ? [] : messages,
  );
  const failure = others.length > 0 ? { title: others.join(' '), advice: '' } : null;
  const initialProblems = { errors: Object.fromEntries(known), failure };
  return (
    <Landing page={page}>
      <LeadForm
        code={code}
        page={page}
        calls={createPublicCalls(code)}
        values={values}
        initialProblems={initialProblems}
        onSent={() => {}}
        onStale={() => {}}
      />
    </Landing>
  );
}
