import { Anchor, Button, Checkbox, NativeSelect, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { type JoinPage, PARTNER_KIND_LABELS } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CaptchaField } from '@/shared/captcha/captcha-field.tsx';
import { paths } from '@/shared/paths.ts';
import { FormError } from '@/shared/ui/form/form-error.tsx';
import classes from './join.module.css';
import { type SentApplication, useJoinForm } from './use-join-form.ts';

type JoinFormProps = {
  code: string;
  page: JoinPage;
  onSent: (sent: SentApplication) => void;
  onStale: () => void;
};

/** Application form. The partner kind selects the fields. Each of the two documents needs its own checkbox. */
export function JoinForm({ code, page, onSent, onStale }: JoinFormProps) {
  const { form, submit, failure, isSending, captcha } = useJoinForm({ code, page, onSent, onStale });
  const { kind } = form.values;
  const isCompany = kind === 'legal';
  const { colors, privacy_policy_url } = page.organization;
  const field = { size: 'md' } as const;
  return (
    <form onSubmit={submit} noValidate aria-label="Заявка партнера">
      <Stack gap="md">
        {page.partner_kinds.length > 1 && (
          <NativeSelect
            {...field}
            label="Вы"
            data={page.partner_kinds.map((value) => ({ value, label: PARTNER_KIND_LABELS[value] }))}
            {...form.getInputProps('kind')}
          />
        )}
        {isCompany && (
          <TextInput
            {...field}
            label="Название компании"
            autoComplete="organization"
            {...form.getInputProps('company_name')}
          />
        )}
        <TextInput
          {...field}
          label="Фамилия"
          autoComplete="family-name"
          {...form.getInputProps('last_name')}
        />
        <TextInput {...field} label="Имя" autoComplete="given-name" {...form.getInputProps('first_name')} />
        <TextInput
          {...field}
          label="Отчество"
          autoComplete="additional-name"
          {...form.getInputProps('father_name')}
        />
        <TextInput
          {...field}
          label="Телефон"
          description="Мобильный: с ним вы будете входить"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...form.getInputProps('phone')}
        />
        <TextInput
          {...field}
          label="Почта"
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <TextInput
          {...field}
          label="ИНН"
          {...(kind === 'individual' && {
            description: 'Если помните: без него не выплатить вознаграждение',
          })}
          inputMode="numeric"
          maxLength={12}
          {...form.getInputProps('inn')}
        />
        <label className={classes['trap']} aria-hidden="true">
          Не заполняйте это поле
          <input tabIndex={-1} autoComplete="off" {...form.getInputProps('website')} />
        </label>
        <Document label="Оферта" text={page.offer?.text ?? ''}>
          <Checkbox label="Принимаю оферту" {...form.getInputProps('offer', { type: 'checkbox' })} />
        </Document>
        <Document label="Согласие на обработку персональных данных" text={page.personal_data?.text ?? ''}>
          <Checkbox
            label="Даю согласие на обработку персональных данных"
            {...form.getInputProps('personal_data', { type: 'checkbox' })}
          />
          {privacy_policy_url && (
            <Anchor href={privacy_policy_url} target="_blank" rel="noopener" size="sm">
              Политика обработки персональных данных
            </Anchor>
          )}
        </Document>
        <CaptchaField captcha={captcha} error={form.errors['smart-token'] as string | undefined} />
        <FormError failure={failure} />
        <Button
          type="submit"
          size="md"
          h={44}
          fullWidth
          loading={isSending}
          aria-busy={isSending}
          {...(colors && { style: { backgroundColor: colors.fill, color: colors.ink } })}
        >
          Отправить заявку
        </Button>
        <Text c="dimmed" ta="center">
          Уже есть вход?{' '}
          <Anchor component={Link} to={paths.login} inherit>
            Войдите
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}

type DocumentProps = { label: string; text: string; children: ReactNode };

/** A document and its consent checkbox. */
const Document = ({ label, text, children }: DocumentProps) => (
  <Stack gap="xs">
    <ScrollArea.Autosize
      mah={160}
      className={classes['document']}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      {text}
    </ScrollArea.Autosize>
    {children}
  </Stack>
);
