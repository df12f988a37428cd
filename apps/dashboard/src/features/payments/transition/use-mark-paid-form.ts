import { type Payment, paymentRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { CHANGED_BY_MONEY } from '@/entities/payment/payment.ts';
import { createBlankTransfer, TRANSFER_MESSAGES } from '@/entities/payment/transfer-values.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';

/** Form for marking a payment as paid. Unchanged values keep their idempotency key, so a retry is applied only once. */
export function useMarkPaidForm(
  { id, version }: Payment,
  onDone: () => void,
  onRejected: (error: Error) => void,
) {
  const { mutateAsync } = useApiMutation(paymentRoutes.markPaymentPaid, CHANGED_BY_MONEY);
  // Read once: after a lost response the payment has a newer version, but a retry must send the same body.
  const [initialVersion] = useState(version);
  const [blank] = useState(createBlankTransfer);
  const { getKey } = useIdempotencyKey();
  const contractForm = useContractForm({
    schema: paymentRoutes.markPaymentPaid.body,
    saved: blank,
    toBody: (values) => ({ ...values, version: initialVersion }),
    messages: TRANSFER_MESSAGES,
    draft: `paid:${id}`,
    failureTitle: 'Выплата не отмечена',
    send: async (body) => {
      await mutateAsync({ params: { id }, body, idempotencyKey: getKey(body) });
      contractForm.discardDraft();
      onDone();
    },
    onConflict: (error) => {
      onRejected(error);
      return null;
    },
  });
  return contractForm;
}
