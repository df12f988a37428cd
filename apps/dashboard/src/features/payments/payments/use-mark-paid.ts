import { type Payment, paymentRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { dayAt } from '../../../shared/format/date.ts';
import { useActionKey } from '../action-key.ts';
import { CHANGED_BY_MONEY } from '../payment.ts';

type Values = { paid_on: string | null; external_ref: string };

/** The form of a transfer. What is sent twice is done once: the key stays while what is sent is the same. */
export function useMarkPaid({ id, version }: Payment, onDone: () => void, onRefused: (error: Error) => void) {
  const { mutateAsync } = useWrite(paymentRoutes.markPaymentPaid, CHANGED_BY_MONEY);
  // As it was seen: the answer may be lost, and then the payment has moved on by what is tried again.
  const [seen] = useState(version);
  const [blank] = useState<Values>(() => ({ paid_on: dayAt(Date.now()), external_ref: '' }));
  const { keyOf } = useActionKey();
  const contractForm = useContractForm({
    schema: paymentRoutes.markPaymentPaid.body,
    saved: blank,
    bodyOf: (values) => ({ ...values, version: seen }),
    sentences: {
      paid_on: ({ paid_on }, told) => (paid_on === null ? 'Выберите день перевода' : told),
      external_ref: ({ external_ref }, told) =>
        external_ref.trim() === '' ? 'Введите номер перевода' : told,
    },
    draft: `paid:${id}`,
    failed: 'Выплата не отмечена',
    send: async (body) => {
      await mutateAsync({ params: { id }, body, idempotencyKey: keyOf(body) });
      contractForm.forget();
      onDone();
    },
    onOvertaken: (error) => {
      onRefused(error);
      return null;
    },
  });
  return contractForm;
}
