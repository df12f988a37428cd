import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Alert, Button, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core';
import type { Organization } from '@referral-dashboard/api-contract';
import { MoneyField } from '../../shared/ui/money-field.tsx';
import { useOrganizationForm } from './use-organization-form.ts';

type EditOrganizationProps = { organization: Organization; onClose: () => void };

/** The organization's requisites as fields. */
export default function EditOrganization({ organization, onClose }: EditOrganizationProps) {
  const { form, send, failure, isSending } = useOrganizationForm(organization, onClose);
  return (
    <Modal opened onClose={onClose} title="Организация" centered styles={{ title: { fontWeight: 600 } }}>
      <form onSubmit={send} noValidate aria-label="Организация">
        <Stack gap="md">
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
          {failure && (
            <Alert role="alert" color="red" title={failure.title}>
              {failure.advice}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isSending}>
              Отмена
            </Button>
            <Button type="submit" loading={isSending}>
              Сохранить
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
