import { Select, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Client } from '@referral-dashboard/api-contract';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import type { SaleValues } from './sale.ts';
import { SaleFields } from './sale-fields.tsx';
import { useCreateSaleForm } from './use-create-sale-form.ts';

/** Dialog for entering a sale. It asks for the program only if several partners can earn from the sale. */
export default function CreateSaleDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { form, submit, failure, isSending, attachments, hasChoice } = useCreateSaleForm(client, onClose);
  const [attachment] = attachments;
  return (
    <FormDialog
      title="Новая продажа"
      label="Новая продажа"
      submitLabel="Добавить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        {attachment === undefined
          ? `${client.name}. Клиент ни за кем не закреплен: вознаграждения за продажу не будет.`
          : hasChoice
            ? client.name
            : `${client.name}, закреплен за партнером ${attachment.partner.name}.`}
      </Text>
      {hasChoice && (
        <Select
          label="Программа"
          placeholder="Выберите программу"
          data={attachments.map(({ program, partner }) => ({
            value: program.id,
            label: `${program.name}, ${partner.name}`,
          }))}
          {...form.getInputProps('program')}
        />
      )}
      <SaleFields
        form={form as unknown as UseFormReturnType<SaleValues>}
        labels={{ amount: 'Сумма', date: 'Дата оплаты' }}
      />
    </FormDialog>
  );
}
