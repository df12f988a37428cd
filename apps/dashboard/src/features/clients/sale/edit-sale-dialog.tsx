import { Text } from '@mantine/core';
import type { Sale } from '@referral-dashboard/api-contract';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { SaleFields } from './sale-fields.tsx';
import { useEditSaleForm } from './use-edit-sale-form.ts';

/** Edit form of a sale. */
export default function EditSaleDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const { form, submit, failure, isSending, close } = useEditSaleForm(sale, onClose);
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
        {sale.lead
          ? `Это сделка лида ${sale.lead.number}: сумма изменится и в нем, вознаграждение пересчитается.`
          : 'Сумма клиента и партнера пересчитается.'}
      </Text>
      <SaleFields form={form} labels={{ amount: 'Сумма', date: 'Дата оплаты' }} />
    </FormDialog>
  );
}
