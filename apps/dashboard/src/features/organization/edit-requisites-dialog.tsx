import { NativeSelect, TextInput } from '@mantine/core';
import {
  ORGANIZATION_FIELD_LABELS,
  type Organization,
  TIME_ZONE_LABELS,
  WRONG_INN,
  writtenSupport,
} from '@referral-dashboard/api-contract';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { AddressField } from '@/shared/ui/form/fields/address-field.tsx';
import { draftKeys } from './draft-keys.ts';
import { useSettingsForm } from './use-settings-form.ts';

type EditProps = { organization: Organization; onClose: () => void };

const TIME_ZONE_OPTIONS = Object.entries(TIME_ZONE_LABELS).map(([value, label]) => ({ value, label }));

/** Form for the organization's requisites. */
export default function EditRequisitesDialog({ organization, onClose }: EditProps) {
  const { name, legal_name, inn, site, privacy_policy_url, time_zone } = organization;
  const support_url = writtenSupport(organization.support_url);
  const { form, submit, failure, isSending } = useSettingsForm({
    saved: { name, legal_name, inn, site, support_url, privacy_policy_url, time_zone },
    messages: {
      name: (values, message) => (values.name.trim() === '' ? 'Введите название' : message),
      inn: WRONG_INN,
      support_url: 'Введите почту, телефон или адрес вида https://example.ru',
    },
    draft: draftKeys.requisites,
    secretFields: ['inn'],
    failureTitle: 'Реквизиты не сохранены',
    done: 'Реквизиты организации обновлены',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Реквизиты организации"
      label="Реквизиты организации"
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={ORGANIZATION_FIELD_LABELS.name} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={ORGANIZATION_FIELD_LABELS.legal_name} {...form.getInputProps('legal_name')} />
      <TextInput
        label={ORGANIZATION_FIELD_LABELS.inn}
        inputMode="numeric"
        maxLength={12}
        {...form.getInputProps('inn')}
      />
      <AddressField label={ORGANIZATION_FIELD_LABELS.site} {...form.getInputProps('site')} />
      <TextInput
        label={ORGANIZATION_FIELD_LABELS.support_url}
        description="Почта, телефон или страница. Стоит в меню, в письмах и на публичных страницах"
        {...form.getInputProps('support_url')}
      />
      <AddressField
        label={ORGANIZATION_FIELD_LABELS.privacy_policy_url}
        description="Адрес страницы. Без нее программу не включить"
        {...form.getInputProps('privacy_policy_url')}
      />
      <NativeSelect
        label={ORGANIZATION_FIELD_LABELS.time_zone}
        description="По нему идут дни в отчетах, сроки, даты на экране и в файлах"
        data={TIME_ZONE_OPTIONS}
        {...form.getInputProps('time_zone')}
      />
    </FormDialog>
  );
}
