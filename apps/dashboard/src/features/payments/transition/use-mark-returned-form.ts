import { type Payment, paymentRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { CHANGED_BY_MONEY } from '@/entities/payment/payment.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { dayAt } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';

/** Initial values: the current date and everything that the bank has transferred. */
const createBlank = ({ transferred_kop }: Payment) => ({
  returned_on: dayAt(Date.now()) as string | null,
  external_ref: '',
  amount_kop: transferred_kop as number | null,
  reason: '',
});

/** Form for money that the bank returned. Unchanged values keep their idempotency key, so a retry is applied only once. */
export function useMarkReturnedForm(
  payment: Payment,
  onDone: () => void,
  onRejected: (error: Error) => void,
) {
  const { id, transferred_kop } = payment;
  const { mutateAsync } = useApiMutation(paymentRoutes.returnPayment, CHANGED_BY_MONEY);
  // Read once: after a lost response the payment has a newer version, but a retry must send the same body.
  const [initial] = useState(payment);
  const [blank] = useState(() => createBlank(payment));
  const { getKey } = useIdempotencyKey();
  const contractForm = useContractForm({
    schema: paymentRoutes.returnPayment.body,
    saved: blank,
    // A missing amount is sent as null, so that it is reported.
    toBody: (values) => ({ ...values, amount_kop: values.amount_kop || null, version: initial.version }),
    messages: {
      returned_on: ({ returned_on }, message) => (returned_on === null ? 'Выберите день возврата' : message),
      external_ref: ({ external_ref }, message) =>
        external_ref.trim() === '' ? 'Введите номер документа' : message,
      amount_kop: ({ amount_kop }, message) => {
        if (!amount_kop) return 'Введите сумму';
        return amount_kop > transferred_kop ? `Не больше ${formatMoney(transferred_kop)}` : message;
      },
    },
    draft: `returned:${id}`,
    failureTitle: 'Возврат не записан',
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
