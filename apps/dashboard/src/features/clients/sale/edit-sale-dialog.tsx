import { Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Sale } from '@referral-dashboard/api-contract';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import type { SaleValues } from './sale.ts';
import { ProductField, SaleFields } from './sale-fields.tsx';
import { useEditSaleForm } from './use-edit-sale-form.ts';

/** Edit form of a sale. The amount of a lead's sale is its deal, so changing it requires the permission to change leads. */
export default function EditSaleDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const { form, submit, failure, isSending, close } = useEditSaleForm(sale, onClose);
  const isLeadEditor = useIsPermitted('updateLead');
  const isAmountFixed = sale.lead !== null && !isLeadEditor;
  return (
    <FormDialog
      title={`Изменить: ${sale.number}`}
      label="Изменить продажу"
      submitLabel="Сохранить"
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={close}
    >
      <Text>
        {sale.lead === null
          ? 'Сумма клиента и партнера пересчитается.'
          : isAmountFixed
            ? `Это сделка лида ${sale.lead.number}: сумму меняет тот, кто ведет лиды.`
            : `Это сделка лида ${sale.lead.number}: сумма изменится и в нем, вознаграждение пересчитается.`}
      </Text>
      <SaleFields
        form={form as unknown as UseFormReturnType<SaleValues>}
        labels={{ amount: 'Сумма', date: 'Дата оплаты' }}
        isAmountFixed={isAmountFixed}
      />
      <ProductField form={form} />
    </FormDialog>
  );
}
