import { Select, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Client } from '@referral-dashboard/api-contract';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import type { ProductSaleValues, SaleValues } from './sale.ts';
import { ProductField, SaleFields } from './sale-fields.tsx';
import { useCreateSaleForm } from './use-create-sale-form.ts';

/** Programs of all attachments. A sale of a former day may belong to a closed one. */
const getFormerPrograms = ({ attachments }: Client) =>
  [...new Map(attachments.map(({ program }) => [program.id, program.name]))].map(([value, label]) => ({
    value,
    label,
  }));

/** Dialog for entering a sale. It asks for the program only if several partners can earn from the sale. */
export default function CreateSaleDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { form, submit, failure, isSending, attachments, hasChoice } = useCreateSaleForm(client, onClose);
  const [attachment] = attachments;
  const programs = hasChoice
    ? attachments.map(({ program, partner }) => ({
        value: program.id,
        label: `${program.name}, ${partner.name}`,
      }))
    : getFormerPrograms(client);
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
          ? `${client.name}. Клиент ни за кем не закреплен.`
          : hasChoice
            ? client.name
            : `${client.name}, закреплен за партнером ${attachment.partner.name}.`}
      </Text>
      {(hasChoice || form.errors['program']) && (
        <Select
          label="Программа"
          placeholder="Выберите программу"
          data={programs}
          {...form.getInputProps('program')}
        />
      )}
      <SaleFields
        form={form as unknown as UseFormReturnType<SaleValues>}
        labels={{ amount: 'Сумма', date: 'Дата оплаты' }}
      />
      <ProductField form={form as unknown as UseFormReturnType<ProductSaleValues>} />
    </FormDialog>
  );
}
