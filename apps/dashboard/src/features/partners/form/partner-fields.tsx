import { Stack, TagsInput, Textarea, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import {
  getInnLength,
  PARTNER_FIELD_LABELS,
  PARTNER_TEXT_NAMES,
  PARTNER_TEXTS,
} from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { KindField } from './kind-field.tsx';
import type { PartnerValues } from './partner-values.ts';

type Form = UseFormReturnType<PartnerValues>;

type PartnerFieldsProps = {
  form: {
    getInputProps: (field: keyof PartnerValues) => ReturnType<Form['getInputProps']>;
    getValues: () => PartnerValues;
  };
  /** A field in the new partner form, text in the edit form. */
  phone: ReactNode;
  innWarning: ReactNode;
};

/** Fields of a partner form. The kind determines which fields are shown. */
export function PartnerFields({ form, phone, innWarning }: PartnerFieldsProps) {
  const { kind } = form.getValues();
  const isLegal = kind === 'legal';
  return (
    <>
      <Stack component="section" gap="md" aria-labelledby="partner-who">
        <Title order={2} id="partner-who">
          Кто это
        </Title>
        <KindField kind={kind} field={form.getInputProps('kind')} />
        {isLegal && (
          <TextInput
            label={PARTNER_FIELD_LABELS.company_name}
            maxLength={300}
            {...form.getInputProps('company_name')}
          />
        )}
        <TextInput
          label={isLegal ? 'Фамилия контактного лица' : PARTNER_FIELD_LABELS.last_name}
          autoComplete="off"
          maxLength={150}
          {...form.getInputProps('last_name')}
        />
        <TextInput
          label={PARTNER_FIELD_LABELS.first_name}
          autoComplete="off"
          maxLength={150}
          {...form.getInputProps('first_name')}
        />
        <TextInput
          label={PARTNER_FIELD_LABELS.father_name}
          autoComplete="off"
          maxLength={150}
          {...form.getInputProps('father_name')}
        />
        <TextInput
          label={PARTNER_FIELD_LABELS.inn}
          description={`${getInnLength(kind)} цифр. Нужен для договора и выплат, можно добавить позже`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          {...form.getInputProps('inn')}
        />
        {innWarning}
      </Stack>
      <Stack component="section" gap="md" aria-labelledby="partner-contacts">
        <Title order={2} id="partner-contacts">
          Контакты
        </Title>
        {phone}
        <TextInput
          label="Электронная почта"
          type="email"
          autoComplete="off"
          maxLength={254}
          {...form.getInputProps('email')}
        />
      </Stack>
      <Stack component="section" gap="md" aria-labelledby="partner-inner">
        <Title order={2} id="partner-inner">
          Дополнительно
        </Title>
        <MoneyField
          label={PARTNER_FIELD_LABELS.min_payout_kop}
          description="Не заполняйте, если как у всей организации"
          {...form.getInputProps('min_payout_kop')}
        />
        <TagsInput
          label={PARTNER_FIELD_LABELS.tags}
          description="Партнер их не видит. Введите метку и нажмите Enter"
          maxTags={20}
          {...form.getInputProps('tags')}
        />
        {PARTNER_TEXT_NAMES.map((name) => (
          <Textarea
            key={name}
            label={PARTNER_TEXTS[name].label}
            description={PARTNER_TEXTS[name].hint}
            autosize
            minRows={2}
            maxLength={PARTNER_TEXTS[name].max}
            {...form.getInputProps(name)}
          />
        ))}
      </Stack>
    </>
  );
}
