import './form.css';
import { FORM_TEXT } from '@referral-dashboard/api-contract/referral-page-text';
import type { FocusEvent } from 'react';
import { Captcha, useCaptchaAnswer } from '../../shared/captcha/captcha.tsx';
import { formatPhone, nationalDigits, toE164 } from '../../shared/format/phone.ts';
import { CommentField, ConsentField, FormField } from './form-field.tsx';
import { type LeadFormParts, useLeadForm } from './use-lead-form.ts';

const WHOLE_NUMBER = /^(?:(?:\+?7|8)[3489]\d{9}|9\d{9})$/;

/** A number is dressed when the field is left, not while it is typed: what the server's form held comes over as it is. */
function dress({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
  if (WHOLE_NUMBER.test(input.value.replace(/[^+\d]/g, '')))
    input.value = formatPhone(toE164(nationalDigits(input.value)));
}

/** Name, phone, comment, consent: uncontrolled, as the form that was there before. */
export function LeadForm(parts: Omit<LeadFormParts, 'captcha'>) {
  const captcha = useCaptchaAnswer();
  const { problems, isBusy, submit, clear } = useLeadForm({ ...parts, captcha });
  const { landing, consent, organization } = parts.page;
  const { fields, failure } = problems;
  return (
    <form className="ref-form" onSubmit={(event) => void submit(event)} noValidate aria-label="Заявка">
      <FormField
        name="name"
        label={FORM_TEXT.name}
        autoComplete="name"
        required
        error={fields.name}
        onInput={() => clear('name')}
      />
      <FormField
        name="phone"
        label={FORM_TEXT.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        error={fields.phone}
        onInput={() => clear('phone')}
        onBlur={dress}
      />
      <CommentField error={fields.comment} onInput={() => clear('comment')} />
      <label className="ref-trap" aria-hidden="true">
        {FORM_TEXT.trap}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <ConsentField
        // A text that has changed is agreed to anew.
        key={consent?.version}
        text={consent?.text ?? ''}
        policy={organization.privacy_policy_url}
        error={fields.consent}
        onChange={() => clear('consent')}
      />
      <Captcha answer={captcha} />
      {fields['smart-token'] && <p className="ref-error">{fields['smart-token']}</p>}
      {failure && (
        <p className="ref-alert" role="alert">
          {[failure.title, failure.advice].filter(Boolean).join('. ')}
        </p>
      )}
      <button className="ref-button" type="submit" aria-busy={isBusy}>
        {landing.button_text || FORM_TEXT.button}
      </button>
    </form>
  );
}
