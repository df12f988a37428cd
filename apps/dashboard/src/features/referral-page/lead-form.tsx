import './form.css';
import { FORM_TEXT } from '@referral-dashboard/api-contract/referral-page-text';
import type { LeadFormValues } from '@referral-dashboard/api-contract/referral-page-view';
import type { ComponentProps, FocusEvent } from 'react';
import { Captcha, useCaptcha } from '@/shared/captcha/captcha.tsx';
import { formatPhone, nationalDigits, toE164 } from '@/shared/format/phone.ts';
import { type LeadFormOptions, useLeadForm } from './use-lead-form.ts';

const FULL_NUMBER = /^(?:(?:\+?7|8)[3489]\d{9}|9\d{9})$/;

/** Formats the phone on blur, not while typing: half a number typed before hydration stays as it is. */
function formatOnBlur({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
  if (FULL_NUMBER.test(input.value.replace(/[^+\d]/g, '')))
    input.value = formatPhone(toE164(nationalDigits(input.value)));
}

type LeadFormProps = Omit<LeadFormOptions, 'captcha'> & {
  /** Values of a form that was sent without a script. */
  values?: LeadFormValues | undefined;
};

/** Name, phone, comment and consent. Uncontrolled, so that input typed before hydration is kept. Without a script the browser sends it. */
export function LeadForm({ values, ...options }: LeadFormProps) {
  const captcha = useCaptcha();
  const { errors, failure, isSending, submit, clearError } = useLeadForm({ ...options, captcha });
  const { code, page } = options;
  const { landing, consent, organization } = page;
  return (
    <form
      className="ref-form"
      method="post"
      action={`/ref/${encodeURIComponent(code)}`}
      onSubmit={submit}
      noValidate
      aria-label="Заявка"
    >
      <FormField
        name="name"
        label={FORM_TEXT.name}
        autoComplete="name"
        required
        defaultValue={values?.name}
        error={errors.name}
        onInput={() => clearError('name')}
      />
      <FormField
        name="phone"
        label={FORM_TEXT.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        defaultValue={values?.phone}
        error={errors.phone}
        onInput={() => clearError('phone')}
        onBlur={formatOnBlur}
      />
      <CommentField
        defaultValue={values?.comment}
        error={errors.comment}
        onInput={() => clearError('comment')}
      />
      <label className="ref-trap" aria-hidden="true">
        {FORM_TEXT.trap}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <ConsentField
        // Resets the checkbox when the consent text changes.
        key={consent?.version}
        text={consent?.text ?? ''}
        policy={organization.privacy_policy_url}
        error={errors.consent}
        // Only while the consent text is the one that the visitor read.
        isGiven={values?.consent === true && values.version === String(consent?.version ?? 0)}
        onChange={() => clearError('consent')}
      />
      <input type="hidden" name="consent_version" value={consent?.version ?? 0} />
      <Captcha captcha={captcha} />
      {errors['smart-token'] && <p className="ref-error">{errors['smart-token']}</p>}
      {failure && (
        <p className="ref-alert" role="alert">
          {[failure.title, failure.advice].filter(Boolean).join('. ')}
        </p>
      )}
      <button className="ref-button" type="submit" aria-busy={isSending}>
        {landing.button_text || FORM_TEXT.button}
      </button>
    </form>
  );
}

/** ARIA attributes of an invalid field. */
const ariaProps = (id: string, error: string | undefined) =>
  error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` };

const FieldError = ({ id, error }: { id: string; error: string | undefined }) =>
  error !== undefined && (
    <p className="ref-error" id={`${id}-error`}>
      {error}
    </p>
  );

type FieldProps = Omit<ComponentProps<'input'>, 'name' | 'id'> & {
  name: string;
  label: string;
  error: string | undefined;
};

/** Text input with its label and error. */
const FormField = ({ name, label, error, ...props }: FieldProps) => (
  <div className="ref-field">
    <label htmlFor={`ref-${name}`}>{label}</label>
    <input
      {...props}
      className="ref-input"
      id={`ref-${name}`}
      name={name}
      {...ariaProps(`ref-${name}`, error)}
    />
    <FieldError id={`ref-${name}`} error={error} />
  </div>
);

type CommentProps = { error: string | undefined; defaultValue: string | undefined; onInput: () => void };

/** Optional multi-line text. */
const CommentField = ({ error, defaultValue, onInput }: CommentProps) => (
  <div className="ref-field">
    <label htmlFor="ref-comment">
      {FORM_TEXT.comment} <span className="ref-optional">{FORM_TEXT.optional}</span>
    </label>
    <textarea
      className="ref-input"
      id="ref-comment"
      name="comment"
      rows={1}
      defaultValue={defaultValue}
      onInput={onInput}
      {...ariaProps('ref-comment', error)}
    />
    <FieldError id="ref-comment" error={error} />
  </div>
);

type ConsentProps = {
  text: string;
  policy: string;
  error: string | undefined;
  isGiven: boolean;
  onChange: () => void;
};

/** Consent checkbox, unchecked by default, with its text and a link to the policy. */
const ConsentField = ({ text, policy, error, isGiven, onChange }: ConsentProps) => (
  <div className="ref-field">
    <div className="ref-consent">
      <input
        className="ref-check"
        type="checkbox"
        id="ref-consent"
        name="consent"
        value="true"
        required
        defaultChecked={isGiven}
        onChange={onChange}
        {...ariaProps('ref-consent', error)}
      />
      <label htmlFor="ref-consent">{text}</label>
    </div>
    <FieldError id="ref-consent" error={error} />
    {policy !== '' && (
      <p className="ref-policy">
        <a href={policy} target="_blank" rel="noopener">
          {FORM_TEXT.policy}
        </a>
      </p>
    )}
  </div>
);
