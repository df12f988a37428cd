import { type Payment, paymentRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useActionKey } from '../../../shared/api/action-key.ts';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { CHANGED_BY_MONEY } from '../payment.ts';
import { blankTransfer, TRANSFER_SENTENCES } from '../transfer/transfer-values.ts';

/** The form of a transfer. What is sent twice is done once: the key stays while what is sent is the same. */
export function useMarkPaid({ id, version }: Payment, onDone: () => void, onRefused: (error: Error) => void) {
  const { mutateAsync } = useWrite(paymentRoutes.markPaymentPaid, CHANGED_BY_MONEY);
  // As it was seen: the answer may be lost, and then the payment has moved on by what is tried again.
  const [seen] = useState(version);
  const [blank] = useState(blankTransfer);
  const { keyOf } = useActionKey();
  const contractForm = useContractForm({
    schema: paymentRoutes.markPaymentPaid.body,
    saved: blank,
    bodyOf: (values) => ({ ...values, version: seen }),
    sentences: TRANSFER_SENTENCES,
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
