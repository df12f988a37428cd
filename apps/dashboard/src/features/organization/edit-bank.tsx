import { TextInput } from '@mantine/core';
import { type Organization, organizationRoutes } from '@referral-dashboard/api-contract';
import { useBank } from '../../entities/bank/use-bank.ts';
import { FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { drafts } from './drafts.ts';
import { useSettingsForm } from './use-settings-form.ts';

type EditProps = { organization: Organization; onClose: () => void };

/** Maximum length of a bank name. */
const MOST = 160;

const CHECKED_TOGETHER = ['bank_bik', 'bank_account', 'bank_corr_account'] as const;

/** Form for the account that the organization pays from. */
export default function EditBank({ organization, onClose }: EditProps) {
  const { bank_name, bank_bik, bank_account, bank_corr_account, kpp } = organization;
  const { form, submit, failure, isSending } = useSettingsForm({
    saved: { bank_name, bank_bik, bank_account, bank_corr_account, kpp },
    together: CHECKED_TOGETHER,
    messages: {
      kpp: (values, message) => (values.kpp.trim().length === 9 ? message : 'КПП состоит из 9 знаков'),
    },
    draft: drafts.bank,
    route: organizationRoutes.updateOrganizationBank,
    secretFields: ['bank_account', 'bank_corr_account'],
    failureTitle: 'Банковские реквизиты не сохранены',
    done: 'Банковские реквизиты обновлены',
    onDone: onClose,
  });
  const found = useBank(form.getValues().bank_bik, bank_bik, ({ name, corr_account }) =>
    form.setValues({ bank_name: name.slice(0, MOST), bank_corr_account: corr_account }),
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
        label="БИК"
        description={found}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        maxLength={9}
        data-autofocus
        {...form.getInputProps('bank_bik')}
      />
      <TextInput label="Название банка" {...form.getInputProps('bank_name')} />
      <TextInput
        label="Расчетный счет"
        inputMode="numeric"
        maxLength={20}
        {...form.getInputProps('bank_account')}
      />
      <TextInput
        label="Корреспондентский счет"
        inputMode="numeric"
        maxLength={20}
        {...form.getInputProps('bank_corr_account')}
      />
      <TextInput
        label="КПП"
        description="Только у юридических лиц"
        maxLength={9}
        {...form.getInputProps('kpp')}
      />
    </FormDialog>
  );
}
