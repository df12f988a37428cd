import { type Sale, saleRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApi } from '@/shared/api/use-api.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { getChangedValues } from '@/shared/form/changes.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CLIENT_DEPENDENT_ROUTES } from '../client.ts';
import { describeSaleConflict } from '../conflict.ts';
import { createSaleMessages, getSaleDraftKey, type ProductSaleValues, toSaleBody } from './sale.ts';

const toBody = (values: ProductSaleValues) => ({ ...toSaleBody(values), product: values.product });

export function useEditSaleForm(sale: Sale, onClose: () => void) {
  const api = useApi();
  const { mutateAsync } = useApiMutation(saleRoutes.updateSale, CLIENT_DEPENDENT_ROUTES);
  const { refunded_kop } = sale;
  const [initialSale] = useState(sale);
  const [initialValues] = useState(
    (): ProductSaleValues => ({
      amount_kop: sale.amount_kop,
      paid_on: sale.paid_on,
      comment: sale.comment,
      product: sale.product,
    }),
  );
  const { discardDraft, ...form } = useContractForm({
    schema: saleRoutes.updateSale.body,
    saved: initialValues,
    toBody: (values, savedValues) => ({
      ...getChangedValues(toBody(savedValues), toBody(values)),
      version: sale.version,
    }),
    messages: createSaleMessages('Выберите день оплаты'),
    rules: ({ amount_kop }) =>
      amount_kop !== null && amount_kop < refunded_kop
        ? { amount_kop: `Не меньше ${formatMoney(refunded_kop)}: столько уже вернули` }
        : {},
    draft: getSaleDraftKey(sale),
    failureTitle: 'Продажа не изменена',
    send: async (body) => {
      if (Object.keys(body).length > 1) {
        await mutateAsync({ params: { id: sale.id }, body });
        void toast.success({ title: 'Продажа изменена', description: `${sale.number} сохранена` });
      }
      close();
    },
    onConflict: async () => ({
      title: await describeSaleConflict(api, initialSale),
      advice: 'Введенное на месте. Проверьте и сохраните еще раз.',
    }),
  });
  const close = () => {
    discardDraft();
    onClose();
  };
  return { ...form, close };
}
