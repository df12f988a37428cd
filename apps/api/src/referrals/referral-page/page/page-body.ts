import type { ReferralPage } from '@referral-dashboard/api-contract';
import {
  FORM_TEXT,
  invitation,
  PAGE_NOTICES,
  smallPrint,
  writtenSupport,
} from '@referral-dashboard/api-contract/referral-page-text';
import { type Html, html } from '../../../platform/html.ts';
import { type FilledForm, renderForm } from './page-form.ts';

/** The page with the form, or a notice of why the program accepts no leads. */
export function renderPage(page: ReferralPage, form: FilledForm): Html {
  const { landing, invited_by, state } = page;
  if (state !== 'open') return renderNotice(PAGE_NOTICES[state], page);
  return renderLayout(
    html`<div class="ref-head">${invited_by !== '' && html`<p class="ref-inviter">${invitation(invited_by)}</p>`}
<h1>${landing.title}</h1>
${landing.subtitle !== '' && html`<p class="ref-subtitle">${landing.subtitle}</p>`}</div>
${renderForm(page, form)}
${landing.text !== '' && html`<p class="ref-text">${landing.text}</p>`}`,
    page,
  );
}

type Notice = { title: string; text: string; isSent?: boolean };

/** A page without a form. */
export const renderNotice = (
  { title, text, isSent = false }: Notice,
  page: ReferralPage | null,
  more?: Html,
): Html =>
  renderLayout(
    html`<div class="ref-notice" ${isSent && html`data-sent`}><h1>${title}</h1><p>${text}</p>${more}</div>`,
    page,
  );

/** The page after a successful submission. */
export const renderThankYouPage = (text: string, code: string, page: ReferralPage): Html =>
  renderNotice(
    { title: FORM_TEXT.sent, text, isSent: true },
    page,
    html`<p><a class="ref-another" href="/ref/${code}">${FORM_TEXT.another}</a></p>`,
  );

/** The alt text is empty because the footer contains the name of the organization. */
const renderLogo = (page: ReferralPage | null): Html | false =>
  Boolean(page?.organization.logo_path) &&
  html`<img class="ref-logo" src="${page?.organization.logo_path ?? ''}" alt="">`;

const renderSupport = ({ organization: { support_url: url } }: ReferralPage): Html | false =>
  url !== '' && html`<p>${FORM_TEXT.questions} <a href="${url}">${writtenSupport(url)}</a></p>`;

const renderLayout = (content: Html, page: ReferralPage | null): Html =>
  html`<main><div class="ref"><article class="ref-card">${renderLogo(page)}${content}
${page !== null && html`<footer class="ref-small">${smallPrint(page).map((line) => html`<p>${line}</p>`)}${renderSupport(page)}</footer>`}</article></div></main>`;
