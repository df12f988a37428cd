import { Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { WEBHOOK_EVENT_LABELS, WEBHOOK_EVENTS, type WebhookEvent } from '@referral-dashboard/api-contract';
import type { ComponentProps, ReactNode } from 'react';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';

type EventsFieldProps = {
  value?: WebhookEvent[];
  onChange?: (value: WebhookEvent[]) => void;
  error?: ReactNode;
};

/** Checkboxes of the events that a webhook reports. */
export function EventsField({ value = [], onChange, error }: EventsFieldProps) {
  const areAllChecked = value.length === WEBHOOK_EVENTS.length;
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label="О каких событиях сообщать"
        error={error}
        value={value}
        onChange={(checked) => onChange?.(WEBHOOK_EVENTS.filter((event) => checked.includes(event)))}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm" my="xs">
          {WEBHOOK_EVENTS.map((event) => (
            <Checkbox key={event} value={event} label={WEBHOOK_EVENT_LABELS[event]} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Checkbox
        label="Все события"
        checked={areAllChecked}
        indeterminate={value.length > 0 && !areAllChecked}
        onChange={() => onChange?.(areAllChecked ? [] : [...WEBHOOK_EVENTS])}
      />
    </Stack>
  );
}

/** Address of the program that gets the events. */
export const UrlField = (props: ComponentProps<typeof TextInput>) => (
  <TextInput
    label="Адрес"
    description="Сюда придет запрос POST о каждом событии"
    placeholder="https://crm.example.ru/events"
    type="url"
    inputMode="url"
    autoComplete="off"
    {...props}
  />
);

/** Password of the user, which a new address needs. */
export const OwnPasswordField = (props: ComponentProps<typeof PasswordField>) => (
  <PasswordField label="Ваш пароль" autoComplete="current-password" {...props} />
);
