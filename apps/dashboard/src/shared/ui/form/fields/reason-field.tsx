import { Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';
import { useTextDraft } from '../../../drafts/use-text-draft.ts';
import { fieldErrorsOf } from '../../../errors/field-errors.ts';
import { errorSentence } from '../../../errors/sentence.ts';
import { READERS, type Reader } from '../../../readers.ts';

/**
 * The reason of a step, which has to be given.
 *
 * @param draft The name of its draft.
 * @param error What the step was refused with.
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
    /** Predicate: the reason is given; says so at the field if it is not. */
    check() {
      setMissing(reason === '');
      return reason !== '';
    },
    /** Refusal of anything but the reason. */
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
