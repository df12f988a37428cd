import { useForm } from '@mantine/form';
import { type Payment, paymentRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { isOvertaken } from '../../../shared/api/failure.ts';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useFormDraft } from '../../../shared/drafts/use-form-draft.ts';
import { fieldErrorsOf } from '../../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import { moscowDay } from '../../../shared/format/date.ts';
import { useActionKey } from '../action-key.ts';
import { CHANGED_BY_MONEY } from '../payment.ts';

const FIELDS = ['paid_on', 'external_ref'] as const;

/** The form of a transfer. What is sent twice is done once: the key stays while what is sent is the same. */
export function useMarkPaid({ id, version }: Payment, onDone: () => void, onRefused: (error: Error) => void) {
  const { mutateAsync, isPending } = useWrite(paymentRoutes.markPaymentPaid, CHANGED_BY_MONEY);
  // As it was seen: the answer may be lost, and then the payment has moved on by what is tried again.
  const [seen] = useState(version);
  const { keyOf } = useActionKey();
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const { input, forget } = useFormDraft(`paid:${id}`, {
    paid_on: moscowDay(Date.now()) as string | null,
    external_ref: '',
  });
  const form = useForm({
    ...input,
    validate: {
      paid_on: (day) => (day ? null : 'Выберите день перевода'),
      external_ref: (text) => (text.trim() ? null : 'Введите номер перевода'),
    },
  });

  const send = form.onSubmit(async ({ paid_on, external_ref }) => {
    if (isPending) return;
    setFailure(null);
    const body = { paid_on: paid_on ?? '', external_ref: external_ref.trim(), version: seen };
    try {
      await mutateAsync({ params: { id }, body, idempotencyKey: keyOf(body) });
      forget();
      onDone();
    } catch (error) {
      if (isOvertaken(error)) return onRefused(error);
      const { fields, rest } = fieldErrorsOf(error, FIELDS);
      form.setErrors(fields);
      if (rest || Object.keys(fields).length === 0)
        setFailure(rest ? { title: rest, advice: '' } : errorSentence(error, 'Выплата не отмечена'));
    }
  });
  return { form, send, forget, failure, isSending: isPending };
}
