import { Group, Radio, Text, TextInput } from '@mantine/core';
import { PAYOUT_METHOD_LABELS, type PayoutMethodKind } from '@referral-dashboard/api-contract';
import { BankField } from '@/entities/bank/bank-field.tsx';
import { useBankLookup } from '@/entities/bank/use-bank-lookup.ts';
import { useSharedConfirmation } from '@/entities/requisites/shared-requisites.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { METHOD_FIELDS, methodQuery, OFFERED_KINDS } from './method-fields.ts';
import { useCreateMethodForm } from './use-create-method-form.ts';
import { usePayee } from './use-payee.ts';

/** Maximum length of a bank name. */
const MAX_BANK_NAME = 100;
const DESCRIPTION_BELOW = ['label' as const, 'input' as const, 'description' as const, 'error' as const];

type CreateMethodDialogProps = {
  partnerId: string;
  /** Kinds available to the partner, the default first. */
  kinds: readonly PayoutMethodKind[];
  onClose: () => void;
};

/** Form for a new payout method. The kind selects the fields. */
export default function CreateMethodDialog({ partnerId, kinds, onClose }: CreateMethodDialogProps) {
  const offeredKinds = kinds.filter((one) => OFFERED_KINDS.includes(one));
  const payee = usePayee(partnerId);
  const { form, submit, failure, isSending } = useCreateMethodForm(
    partnerId,
    { kind: offeredKinds[0] ?? 'bank_account', phone: payee.phone },
    onClose,
  );
  const { kind, bik, bank } = form.getValues();
  const { warning, guard } = useSharedConfirmation(methodQuery(form.getValues(), partnerId));
  const { bankHint, lookUp } = useBankLookup(bik, ({ name, corr_account }) =>
    form.setValues({ bank: name.slice(0, MAX_BANK_NAME), corr_account }),
  );
  return (
    <FormDialog
      title="Новые реквизиты"
      label="Новые реквизиты"
      submitLabel="Добавить"
      isSending={isSending}
      failure={failure}
      onSubmit={guard(submit)}
      onClose={onClose}
    >
      {offeredKinds.length > 1 && (
        <Radio.Group
          label="Как платить"
          {...form.getInputProps('kind')}
          onChange={(value) => {
            form.setFieldValue('kind', value as PayoutMethodKind);
            if (value === 'bank_account') void lookUp(bik);
          }}
        >
          <Group gap="md" mt="xs">
            {offeredKinds.map((one) => (
              <Radio key={one} value={one} label={PAYOUT_METHOD_LABELS[one]} />
            ))}
          </Group>
        </Radio.Group>
      )}
      {METHOD_FIELDS[kind].map(({ name, ...field }) =>
        kind === 'sbp' && name === 'bank' ? (
          <BankField
            key={name}
            autoComplete="off"
            {...field}
            {...form.getInputProps(name)}
            value={bank}
            bik={bik}
            onChange={(selectedBank) =>
              form.setValues({ bank: selectedBank.name.slice(0, MAX_BANK_NAME), bik: selectedBank.bik })
            }
          />
        ) : (
          <TextInput
            key={name}
            autoComplete="off"
            {...field}
            {...(name === 'bik' && { description: bankHint, inputWrapperOrder: DESCRIPTION_BELOW })}
            {...form.getInputProps(name)}
            {...(name === 'bik' && {
              onChange: ({ currentTarget: { value } }) => {
                form.setFieldValue('bik', value);
                void lookUp(value);
              },
            })}
          />
        ),
      )}
      {warning}
      {payee.name && <Text>Получатель: {payee.name}. Реквизиты должны быть оформлены на это имя.</Text>}
      <Text c="dimmed">
        На новые реквизиты выплаты отправляют через сутки: так мы защищаем деньги партнера.
      </Text>
    </FormDialog>
  );
}
