import { Group, Radio, Select, Textarea } from '@mantine/core';
import { ACCRUAL_KIND_LABELS } from '@referral-dashboard/api-contract';
import { usePartnerOptions, useProgramOptions } from '@/entities/reference/options.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { VISIBILITY_HINTS } from '@/shared/visibility-hints.ts';
import { type NewAccrualValues, useCreateAccrualForm } from './use-create-accrual-form.ts';

/** Dialog for entering a bonus or a correction manually. */
export default function CreateAccrualDialog({ onClose }: { onClose: () => void }) {
  const { form, submit, failure, isSending } = useCreateAccrualForm(onClose);
  const field = (name: keyof NewAccrualValues) => form.getInputProps(name);
  const isCorrection = form.getValues().kind === 'correction';
  const choice = { searchable: true, nothingFoundMessage: 'Ничего не найдено' };
  return (
    <FormDialog
      title="Бонус или поправка"
      label="Бонус или поправка"
      submitLabel="Начислить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Radio.Group label="Что это" {...field('kind')}>
        <Group gap="md" mt="xs">
          <Radio value="bonus" label={ACCRUAL_KIND_LABELS.bonus} />
          <Radio value="correction" label={ACCRUAL_KIND_LABELS.correction} />
        </Group>
      </Radio.Group>
      <Select
        label="Партнер"
        placeholder="Выберите партнера"
        data={usePartnerOptions('')}
        {...choice}
        {...field('partner')}
      />
      <MoneyField
        label="Сумма"
        description={isCorrection ? 'Чтобы уменьшить, введите со знаком минус' : undefined}
        allowNegative={isCorrection}
        {...field('amount_kop')}
      />
      <Select
        label="Программа"
        placeholder="Без программы"
        clearable
        data={useProgramOptions('')}
        {...choice}
        {...field('program')}
      />
      <Textarea
        label="За что"
        description={VISIBILITY_HINTS.partner}
        autosize
        minRows={2}
        maxLength={1000}
        {...field('explanation')}
      />
    </FormDialog>
  );
}
