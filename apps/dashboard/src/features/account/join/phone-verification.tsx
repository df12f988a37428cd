import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type JoinPage, phoneConfirmation } from '@referral-dashboard/api-contract';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCaptcha } from '@/shared/captcha/captcha.tsx';
import { CaptchaField } from '@/shared/captcha/captcha-field.tsx';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { MISSING_PASSWORD, PASSWORD_RULE } from '@/shared/password-rule.ts';
import { paths } from '@/shared/paths.ts';
import { useSessionCall } from '@/shared/secret-link/use-session-call.ts';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { FormError } from '@/shared/ui/form/form-error.tsx';

/** Verifies the phone by a code. Identical for new and registered phones. */
export function PhoneVerification({ page, token }: { page: JoinPage; token: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const navigate = useNavigate();
  const captcha = useCaptcha();
  const { openSession, describe } = useSessionCall(
    '/api/public/applications/confirm/',
    'Телефон подтвержден, но войти не удалось',
  );
  const { form, submit, failure, isSending } = useContractForm({
    schema: phoneConfirmation,
    saved: { code: '', password: '', 'smart-token': '' },
    toBody: ({ code, password }) => ({ token, code, password, 'smart-token': captcha.token }),
    messages: {
      code: 'Введите код из сообщения',
      password: ({ password }, message) => (password === '' ? MISSING_PASSWORD : message),
    },
    failureTitle: 'Телефон не подтвержден',
    send: async (body) => {
      await openSession(body);
      void navigate(paths.home, { replace: true });
    },
    describe,
    onError: captcha.reset,
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Подтверждение телефона">
      <Stack gap="md">
        <Title order={2} ref={heading} tabIndex={-1}>
          Заявка отправлена
        </Title>
        <Text>
          Подтвердите телефон: мы отправили на него код. {page.organization.name} увидит, что заявка от вас.
        </Text>
        <TextInput
          size="md"
          label="Код из сообщения"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          {...form.getInputProps('code')}
        />
        <PasswordField
          size="md"
          label="Пароль"
          description={`Придумайте пароль. ${PASSWORD_RULE}. Если вы уже входили с этим телефоном, введите свой пароль`}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <CaptchaField captcha={captcha} error={form.errors['smart-token'] as string | undefined} />
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isSending} aria-busy={isSending}>
          Подтвердить и войти
        </Button>
      </Stack>
    </form>
  );
}
