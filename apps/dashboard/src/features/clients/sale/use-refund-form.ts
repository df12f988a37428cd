import { type Sale, saleRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { isRetryable } from '@/shared/api/failure.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CLIENT_DEPENDENT_ROUTES } from '../client.ts';
import { createSaleMessages, getRefundable, getRefundDraftKey, type SaleValues, toSaleBody } from './sale.ts';

export function useRefundForm(sale: Sale, onClose: () => void) {
  const { dayAt } = useDates();
  const { mutateAsync } = useApiMutation(saleRoutes.refundSale, CLIENT_DEPENDENT_ROUTES);
  const { getKey } = useIdempotencyKey();
  const refundableKop = getRefundable(sale);
  const [initialValues] = useState(
    (): SaleValues => ({ amount_kop: refundableKop, paid_on: dayAt(Date.now()), comment: '' }),
  );
  const { discardDraft, ...form } = useContractForm({
    schema: saleRoutes.refundSale.body,
    saved: initialValues,
    toBody: toSaleBody,
    messages: createSaleMessages('Выберите день возврата'),
    rules: ({ amount_kop, paid_on }) => ({
      ...(amount_kop !== null &&
        amount_kop > refundableKop && { amount_kop: `Не больше ${formatMoney(refundableKop)}` }),
      ...(paid_on !== null && paid_on < sale.paid_on && { paid_on: 'Возврат не бывает раньше оплаты' }),
    }),
    draft: getRefundDraftKey(sale),
    failureTitle: 'Возврат не записан',
    send: async (body) => {
      await mutateAsync({ params: { id: sale.id }, body, idempotencyKey: getKey(body) });
      void toast.success({
        title: 'Возврат записан',
        description: `${formatMoney(body.amount_kop)} по продаже ${sale.number}`,
      });
      close();
    },
    onError: (error) => {
      // The request may have succeeded. Deleting the draft prevents a resend with a new idempotency key after a reload.
      if (isRetryable(error)) discardDraft();
    },
  });
  const close = () => {
    discardDraft();
    onClose();
  };
  return { ...form, close, refundableKop };
}
