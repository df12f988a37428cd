import { Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';
import { useTextDraft } from '../../../drafts/use-text-draft.ts';
import { fieldErrorsOf } from '../../../errors/field-errors.ts';
import { errorSentence } from '../../../errors/sentence.ts';
import { READERS, type Reader } from '../../../readers.ts';

/**
 * State of a required reason field with a draft.
 *
 * @param draft Draft name.
 * @param error Error of the request that sends the reason.
 */
export function useReason(draft: string, error: unknown) {
  const { text, type, forget } = useTextDraft(draft);
  const [isMissing, setMissing] = useState(false);
  const { fields, rest } = fieldErrorsOf(error, ['reason']);
  const failure = error && !fields.reason ? errorSentence(error, 'Не получилось') : null;
  const reason = text.trim();
  return {
    reason,
    forget,
    /** Returns whether the reason is filled in. If not, shows an error at the field. */
    check() {
      setMissing(reason === '');
      return reason !== '';
    },
    /** Error that does not belong to the reason field. */
    failure: failure && { title: failure.title, advice: rest || failure.advice },
    field: { value: text, onType: type, error: isMissing ? 'Укажите причину' : fields.reason },
  };
}

type ReasonFieldProps = Pick<TextareaProps, 'value' | 'error' | 'onBlur'> & {
  readBy: Reader;
  'data-autofocus'?: boolean;
  onType: (text: string) => void;
};

export const ReasonField = ({ onType, readBy, ...field }: ReasonFieldProps) => (
  <Textarea
    label="Причина"
    description={READERS[readBy]}
    autosize
    minRows={2}
    maxLength={1000}
    data-autofocus
    onChange={({ currentTarget }) => onType(currentTarget.value)}
    {...field}
  />
);
