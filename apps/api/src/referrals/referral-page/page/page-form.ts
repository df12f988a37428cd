import type { FieldErrors, ReferralPage } from '@referral-dashboard/api-contract';
import { FORM_TEXT } from '@referral-dashboard/api-contract/referral-page-text';
import { type Html, html } from '../../../platform/html.ts';
import type { FormFields } from '../form-fields.ts';

export type FilledForm = {
  code: string;
  fields: FormFields;
  /** Sentences by field; those of a field that is not on the form stand above the button. */
  errors: FieldErrors;
};

const SHOWN = ['name', 'phone', 'comment', 'consent'];

/** The form that is sent without a script. */
export function formOf(page: ReferralPage, { code, fields, errors }: FilledForm): Html {
  const { consent } = errors;
  const rest = Object.entries(errors).flatMap(([field, told]) => (SHOWN.includes(field) ? [] : told));
  return html`<form class="ref-form" method="post" action="/ref/${code}" novalidate>
${field('name', FORM_TEXT.name, errors, (attributes) => html`<input ${attributes} autocomplete="name" required value="${fields.name}">`)}
${field('phone', FORM_TEXT.phone, errors, (attributes) => html`<input ${attributes} type="tel" inputmode="tel" autocomplete="tel" required value="${fields.phone}">`)}
${field(
  'comment',
  html`${FORM_TEXT.comment} <span class="ref-optional">${FORM_TEXT.optional}</span>`,
  errors,
  (attributes) => html`<textarea ${attributes} rows="2">
${fields.comment}</textarea>`,
)}
<label class="ref-trap" aria-hidden="true">${FORM_TEXT.trap}<input name="website" tabindex="-1" autocomplete="off"></label>
${consentOf(page, fields, consent)}
${rest.length > 0 && html`<p class="ref-alert" role="alert">${rest.join(' ')}</p>`}
<button class="ref-button" type="submit">${page.landing.button_text || FORM_TEXT.button}</button>
</form>`;
}

/** A labelled field with what is wrong about it. */
function field(
  name: string,
  label: string | Html,
  errors: FieldErrors,
  draw: (attributes: Html) => Html,
): Html {
  const id = `ref-${name}`;
  const told = errors[name];
  return html`<div class="ref-field"><label for="${id}">${label}</label>
${draw(html`class="ref-input" id="${id}" name="${name}" ${marks(id, told)}`)}
${sentences(id, told)}</div>`;
}

function consentOf({ consent, organization }: ReferralPage, fields: FormFields, told?: string[]): Html {
  const version = consent?.version ?? 0;
  // What was agreed to stays agreed to; a text that has changed since is to be read again.
  const isGiven = fields.consent && fields.version === String(version);
  const policy = organization.privacy_policy_url;
  return html`<div class="ref-field"><div class="ref-consent">
<input class="ref-check" type="checkbox" id="ref-consent" name="consent" value="true" required ${isGiven && html`checked`} ${marks('ref-consent', told)}>
<label for="ref-consent">${consent?.text ?? ''}</label></div>
<input type="hidden" name="consent_version" value="${version}">
${sentences('ref-consent', told)}
${policy !== '' && html`<p class="ref-policy"><a href="${policy}" target="_blank" rel="noopener">${FORM_TEXT.policy}</a></p>`}</div>`;
}

const marks = (id: string, told: string[] | undefined) =>
  told && html`aria-invalid="true" aria-describedby="${id}-error"`;

const sentences = (id: string, told: string[] | undefined) =>
  told && html`<p class="ref-error" id="${id}-error">${told.join(' ')}</p>`;
