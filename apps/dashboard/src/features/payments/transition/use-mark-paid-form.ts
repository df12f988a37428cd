import { type Payment, paymentRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { createBlankTransfer, TRANSFER_MESSAGES } from '@/entities/payment/bank/transfer-values.ts';
import { CHANGED_BY_MONEY } from '@/entities/payment/payment.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { useBankEvent } from './use-bank-event.ts';

/** Form for marking a payment as paid. */
export function useMarkPaidForm(payment: Payment, onDone: () => void, onRejected: (error: Error) => void) {
  const dates = useDates();
  const { mutateAsync } = useApiMutation(paymentRoutes.markPaymentPaid, CHANGED_BY_MONEY);
  const [blank] = useState(() => createBlankTransfer(dates));
  const { version, ...event } = useBankEvent({
    payment,
    record: mutateAsync,
    onDone: () => {
      contractForm.discardDraft();
      onDone();
    },
    onRejected,
  });
  const contractForm = useContractForm({
    schema: paymentRoutes.markPaymentPaid.body,
    saved: blank,
    toBody: (values) => ({ ...values, version }),
    messages: TRANSFER_MESSAGES,
    draft: `paid:${payment.id}`,
    failureTitle: 'Выплата не отмечена',
    ...event,
  });
  return contractForm;
}
