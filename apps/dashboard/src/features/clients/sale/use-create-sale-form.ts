import { type Client, saleRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { isRetryable } from '@/shared/api/failure.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CLIENT_DEPENDENT_ROUTES, getOpenAttachments } from '../client.ts';
import {
  createSaleMessages,
  formatAmount,
  getNewSaleDraftKey,
  type ProductSaleValues,
  toSaleBody,
} from './sale.ts';

type NewSaleValues = ProductSaleValues & { program: string | null };

export function useCreateSaleForm(client: Client, onClose: () => void) {
  const { dayAt } = useDates();
  const { mutateAsync } = useApiMutation(saleRoutes.createSale, CLIENT_DEPENDENT_ROUTES);
  const { getKey } = useIdempotencyKey();
  const attachments = getOpenAttachments(client);
  const hasChoice = attachments.length > 1;
  const [initialValues] = useState(
    (): NewSaleValues => ({
      amount_kop: null,
      paid_on: dayAt(Date.now()),
      comment: '',
      product: '',
      program: null,
    }),
  );
  const contractForm = useContractForm({
    schema: saleRoutes.createSale.body,
    saved: initialValues,
    toBody: ({ program, product, ...values }) => ({
      client: client.id,
      ...toSaleBody(values),
      ...(product.trim() !== '' && { product }),
      ...(program !== null && { program }),
    }),
    messages: createSaleMessages('Выберите день оплаты'),
    rules: ({ program }) => (hasChoice && program === null ? { program: 'Выберите программу' } : {}),
    draft: getNewSaleDraftKey(client),
    failureTitle: 'Продажа не добавлена',
    send: async (body) => {
      const sale = await mutateAsync({ body, idempotencyKey: getKey(body) });
      onClose();
      void toast.success({
        title: 'Продажа добавлена',
        description: `${sale.number} на ${formatAmount(sale)}`,
      });
    },
    onError: (error) => {
      // The request may have succeeded. Deleting the draft prevents a resend with a new idempotency key after a reload.
      if (isRetryable(error)) contractForm.discardDraft();
    },
  });
  return { ...contractForm, attachments, hasChoice };
}
