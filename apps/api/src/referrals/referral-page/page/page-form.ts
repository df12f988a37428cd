import type { FieldErrors, ReferralPage } from '@referral-dashboard/api-contract';
import { FORM_TEXT } from '@referral-dashboard/api-contract/referral-page-text';
import { type Html, html } from '../../../platform/html.ts';
import type { FormFields } from '../form-fields.ts';

export type FilledForm = {
  code: string;
  fields: FormFields;
  /** Messages by field. Messages of fields that are not on the form are shown above the button. */
  errors: FieldErrors;
};

const FORM_FIELDS = ['name', 'phone', 'comment', 'consent'];

/** The form, which works without JavaScript. */
export function renderForm(page: ReferralPage, { code, fields, errors }: FilledForm): Html {
  const { consent } = errors;
  const otherMessages = Object.entries(errors).flatMap(([field, messages]) =>
    FORM_FIELDS.includes(field) ? [] : messages,
  );
  return html`<form class="ref-form" method="post" action="/ref/${code}" novalidate>
${renderField('name', FORM_TEXT.name, errors, (attributes) => html`<input ${attributes} autocomplete="name" required value="${fields.name}">`)}
${renderField('phone', FORM_TEXT.phone, errors, (attributes) => html`<input ${attributes} type="tel" inputmode="tel" autocomplete="tel" required value="${fields.phone}">`)}
${renderField(
  'comment',
  html`${FORM_TEXT.comment} <span class="ref-optional">${FORM_TEXT.optional}</span>`,
  errors,
  (attributes) => html`<textarea ${attributes} rows="2">
${fields.comment}</textarea>`,
)}
<label class="ref-trap" aria-hidden="true">${FORM_TEXT.trap}<input name="website" tabindex="-1" autocomplete="off"></label>
${renderConsent(page, fields, consent)}
${otherMessages.length > 0 && html`<p class="ref-alert" role="alert">${otherMessages.join(' ')}</p>`}
<button class="ref-button" type="submit">${page.landing.button_text || FORM_TEXT.button}</button>
</form>`;
}

/** A labelled field with its error message. */
function renderField(
  name: string,
  label: string | Html,
  errors: FieldErrors,
  render: (attributes: Html) => Html,
): Html {
  const id = `ref-${name}`;
  const messages = errors[name];
  return html`<div class="ref-field"><label for="${id}">${label}</label>
${render(html`class="ref-input" id="${id}" name="${name}" ${errorAttributes(id, messages)}`)}
${sentences(id, messages)}</div>`;
}

function renderConsent(
  { consent, organization }: ReferralPage,
  fields: FormFields,
  messages?: string[],
): Html {
  const version = consent?.version ?? 0;
  // The checkbox stays checked only while the consent text has the same version.
  const isGiven = fields.consent && fields.version === String(version);
  const policy = organization.privacy_policy_url;
  return html`<div class="ref-field"><div class="ref-consent">
<input class="ref-check" type="checkbox" id="ref-consent" name="consent" value="true" required ${isGiven && html`checked`} ${errorAttributes('ref-consent', messages)}>
<label for="ref-consent">${consent?.text ?? ''}</label></div>
<input type="hidden" name="consent_version" value="${version}">
${sentences('ref-consent', messages)}
${policy !== '' && html`<p class="ref-policy"><a href="${policy}" target="_blank" rel="noopener">${FORM_TEXT.policy}</a></p>`}</div>`;
}

const errorAttributes = (id: string, messages: string[] | undefined) =>
  messages && html`aria-invalid="true" aria-describedby="${id}-error"`;

const sentences = (id: string, messages: string[] | undefined) =>
  messages && html`<p class="ref-error" id="${id}-error">${messages.join(' ')}</p>`;
