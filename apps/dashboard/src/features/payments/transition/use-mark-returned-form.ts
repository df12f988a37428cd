import { type Payment, paymentRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { CHANGED_BY_MONEY } from '@/entities/payment/payment.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import type { Dates } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { useBankEvent } from './use-bank-event.ts';

/** Initial values: the current date and everything that the bank has transferred. */
const createBlank = ({ transferred_kop }: Payment, { dayAt }: Dates) => ({
  returned_on: dayAt(Date.now()) as string | null,
  external_ref: '',
  amount_kop: transferred_kop as number | null,
  reason: '',
});

/** Form for money that the bank returned. */
export function useMarkReturnedForm(
  payment: Payment,
  onDone: () => void,
  onRejected: (error: Error) => void,
) {
  const dates = useDates();
  const { id, transferred_kop } = payment;
  const { mutateAsync } = useApiMutation(paymentRoutes.returnPayment, CHANGED_BY_MONEY);
  const [blank] = useState(() => createBlank(payment, dates));
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
    schema: paymentRoutes.returnPayment.body,
    saved: blank,
    // A missing amount is sent as null, so that it is reported.
    toBody: (values) => ({ ...values, amount_kop: values.amount_kop || null, version }),
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
    ...event,
  });
  return contractForm;
}
