import { Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';
import { useTextDraft } from '@/shared/drafts/use-text-draft.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { type Audience, VISIBILITY_HINTS } from '@/shared/visibility-hints.ts';

/**
 * State of a required reason field with a draft.
 *
 * @param draft Draft name.
 * @param error Error of the request that sends the reason.
 */
export function useReasonField(draft: string, error: unknown) {
  const { text, setDraftText, discardDraft } = useTextDraft(draft);
  const [isMissing, setMissing] = useState(false);
  const { fields, alert } = explainError(error, 'Не получилось', { fields: ['reason'] });
  const reason = text.trim();
  return {
    reason,
    discardDraft,
    /** Returns whether the reason is filled in. If not, shows an error at the field. */
    validate() {
      setMissing(reason === '');
      return reason !== '';
    },
    /** Error that does not belong to the reason field. */
    failure: error ? alert : null,
    field: { value: text, onTextChange: setDraftText, error: isMissing ? 'Укажите причину' : fields.reason },
  };
}

type ReasonFieldProps = Pick<TextareaProps, 'value' | 'error' | 'onBlur'> & {
  visibleTo: Audience;
  'data-autofocus'?: boolean;
  onTextChange: (text: string) => void;
};

export const ReasonField = ({ onTextChange, visibleTo, ...field }: ReasonFieldProps) => (
  <Textarea
    label="Причина"
    description={VISIBILITY_HINTS[visibleTo]}
    autosize
    minRows={2}
    maxLength={1000}
    data-autofocus
    onChange={({ currentTarget }) => onTextChange(currentTarget.value)}
    {...field}
  />
);
