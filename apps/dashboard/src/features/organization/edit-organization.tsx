import { NumberInput, TextInput } from '@mantine/core';
import type { Organization } from '@referral-dashboard/api-contract';
import { FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { MoneyField } from '../../shared/ui/form/money-field.tsx';
import { useOrganizationForm } from './use-organization-form.ts';

type EditOrganizationProps = { organization: Organization; onClose: () => void };

/** The organization's requisites as fields. */
export default function EditOrganization({ organization, onClose }: EditOrganizationProps) {
  const { form, submit, failure, isSending } = useOrganizationForm(organization, onClose);
  return (
    <FormDialog
      title="Организация"
      label="Организация"
      verb="Сохранить"
      isSending={isSending}
      isHeld
      failure={failure}
      onSend={submit}
      onClose={onClose}
    >
      <TextInput label="Название" data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Юридическое лицо" {...form.getInputProps('legal_name')} />
      <TextInput label="ИНН" inputMode="numeric" maxLength={12} {...form.getInputProps('inn')} />
      <TextInput label="Сайт" inputMode="url" {...form.getInputProps('site')} />
      <TextInput
        label="Политика данных"
        description="Адрес страницы. Без нее программу не включить"
        inputMode="url"
        {...form.getInputProps('privacy_policy_url')}
      />
      <NumberInput
        label="Удержание, дней"
        description="Для новых программ"
        hideControls
        allowDecimal={false}
        min={0}
        max={365}
        {...form.getInputProps('default_hold_days')}
      />
      <MoneyField label="Наименьшая выплата" {...form.getInputProps('default_min_payout_kop')} />
    </FormDialog>
  );
}
