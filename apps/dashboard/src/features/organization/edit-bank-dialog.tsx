import { TextInput } from '@mantine/core';
import {
  ORGANIZATION_FIELD_LABELS,
  type Organization,
  organizationRoutes,
} from '@referral-dashboard/api-contract';
import { useBankLookup } from '@/entities/bank/use-bank-lookup.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { draftKeys } from './draft-keys.ts';
import { useSettingsForm } from './use-settings-form.ts';

type EditProps = { organization: Organization; onClose: () => void };

/** Maximum length of a bank name. */
const MAX_NAME_LENGTH = 160;

const JOINTLY_VALIDATED_FIELDS = ['bank_bik', 'bank_account', 'bank_corr_account'] as const;

/** Form for the account that the organization pays from. */
export default function EditBankDialog({ organization, onClose }: EditProps) {
  const { bank_name, bank_bik, bank_account, bank_corr_account, kpp } = organization;
  const { form, submit, failure, isSending } = useSettingsForm({
    saved: { bank_name, bank_bik, bank_account, bank_corr_account, kpp },
    jointlyValidated: JOINTLY_VALIDATED_FIELDS,
    messages: {
      kpp: (values, message) => (values.kpp.trim().length === 9 ? message : 'КПП состоит из 9 знаков'),
    },
    draft: draftKeys.bank,
    route: organizationRoutes.updateOrganizationBank,
    secretFields: ['bank_account', 'bank_corr_account'],
    failureTitle: 'Банковские реквизиты не сохранены',
    done: 'Банковские реквизиты обновлены',
    onDone: onClose,
  });
  const { bankHint, lookUp } = useBankLookup(form.getValues().bank_bik, ({ name, corr_account }) =>
    form.setValues({ bank_name: name.slice(0, MAX_NAME_LENGTH), bank_corr_account: corr_account }),
  );
  return (
    <FormDialog
      title="Банк"
      label="Банк"
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={ORGANIZATION_FIELD_LABELS.bank_bik}
        description={bankHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        maxLength={9}
        data-autofocus
        {...form.getInputProps('bank_bik')}
        onChange={({ currentTarget: { value } }) => {
          form.setFieldValue('bank_bik', value);
          void lookUp(value);
        }}
      />
      <TextInput label="Название банка" {...form.getInputProps('bank_name')} />
      <TextInput
        label={ORGANIZATION_FIELD_LABELS.bank_account}
        inputMode="numeric"
        maxLength={20}
        {...form.getInputProps('bank_account')}
      />
      <TextInput
        label={ORGANIZATION_FIELD_LABELS.bank_corr_account}
        inputMode="numeric"
        maxLength={20}
        {...form.getInputProps('bank_corr_account')}
      />
      <TextInput
        label={ORGANIZATION_FIELD_LABELS.kpp}
        description="Только у юридических лиц"
        maxLength={9}
        {...form.getInputProps('kpp')}
      />
    </FormDialog>
  );
}
