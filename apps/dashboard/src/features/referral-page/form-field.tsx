import { FORM_TEXT } from '@referral-dashboard/api-contract/referral-page-text';
import type { ComponentProps } from 'react';

/** What a field in error is marked with, and the sentence under it. */
const marks = (id: string, error: string | undefined) =>
  error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` };

const Sentence = ({ id, error }: { id: string; error: string | undefined }) =>
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

/** A line of text with its label above and what is wrong below. */
export const FormField = ({ name, label, error, ...props }: FieldProps) => (
  <div className="ref-field">
    <label htmlFor={`ref-${name}`}>{label}</label>
    <input {...props} className="ref-input" id={`ref-${name}`} name={name} {...marks(`ref-${name}`, error)} />
    <Sentence id={`ref-${name}`} error={error} />
  </div>
);

/** Text of several lines, which may be left out. */
export const CommentField = ({ error, onInput }: { error: string | undefined; onInput: () => void }) => (
  <div className="ref-field">
    <label htmlFor="ref-comment">
      {FORM_TEXT.comment} <span className="ref-optional">{FORM_TEXT.optional}</span>
    </label>
    <textarea
      className="ref-input"
      id="ref-comment"
      name="comment"
      rows={1}
      onInput={onInput}
      {...marks('ref-comment', error)}
    />
    <Sentence id="ref-comment" error={error} />
  </div>
);

type ConsentProps = { text: string; policy: string; error: string | undefined; onChange: () => void };

/** The consent, never ticked beforehand, with its text and where the policy is to be read. */
export const ConsentField = ({ text, policy, error, onChange }: ConsentProps) => (
  <div className="ref-field">
    <div className="ref-consent">
      <input
        className="ref-check"
        type="checkbox"
        id="ref-consent"
        name="consent"
        value="true"
        required
        onChange={onChange}
        {...marks('ref-consent', error)}
      />
      <label htmlFor="ref-consent">{text}</label>
    </div>
    <Sentence id="ref-consent" error={error} />
    {policy !== '' && (
      <p className="ref-policy">
        <a href={policy} target="_blank" rel="noopener">
          {FORM_TEXT.policy}
        </a>
      </p>
    )}
  </div>
);
