import { Button, Stack, Text } from '@mantine/core';
import { useUser } from '@referral-dashboard/react-auth';
import { useState } from 'react';
import { UNSOLVED_CAPTCHA, useCaptcha } from '@/shared/captcha/captcha.tsx';
import { CaptchaField } from '@/shared/captcha/captcha-field.tsx';
import { readText, useNativeForm } from '@/shared/form/use-native-form.ts';
import { shortName } from '@/shared/format/person-name.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import { MISSING_PASSWORD, PASSWORD_RULE } from '@/shared/password-rule.ts';
import { useSessionCall } from '@/shared/secret-link/use-session-call.ts';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { FormError } from '@/shared/ui/form/form-error.tsx';

type ApplicantSignInProps = { token: string; onSignIn: () => void };

/** First sign-in of an approved applicant, with a password or as the signed-in user. */
export function ApplicantSignIn({ token, onSignIn }: ApplicantSignInProps) {
  const captcha = useCaptcha();
  const user = useUser();
  const { openSession, describe, isAccepted } = useSessionCall(
    '/api/public/applications/accept/',
    'Пароль сохранен, но войти не удалось',
  );
  const { submit, errors, failure, isSending, clearError } = useNativeForm({
    fields: ['password', 'smart-token'],
    // A signed-in user has no password field.
    read: (data) => (data.has('password') ? readText(data, 'password') : null),
    validate: (password) => ({
      ...(password === '' && { password: MISSING_PASSWORD }),
      ...(password !== null && captcha.isMissing && { 'smart-token': UNSOLVED_CAPTCHA }),
    }),
    failureTitle: 'Войти не получилось',
    send: async (password) => {
      await openSession({ token, ...(password !== null && { password, 'smart-token': captcha.token }) });
      onSignIn();
    },
    describe,
    onError: captcha.reset,
  });
  // Setting the new tokens signs the user out briefly; the form must not change during that time.
  const [idleUser, setIdleUser] = useState(user);
  if (!isSending && idleUser !== user) setIdleUser(user);

  return (
    <form onSubmit={submit} noValidate aria-label="Первый вход">
      <Stack gap="md">
        {idleUser ? (
          <Text>
            Вы вошли как {shortName(idleUser) || formatPhone(idleUser['phone'])}, пароль вводить не нужно.
          </Text>
        ) : (
          <>
            <PasswordField
              name="password"
              label="Пароль"
              description={`Придумайте пароль. ${PASSWORD_RULE}. Если вы уже входили с этим телефоном, введите свой пароль`}
              size="md"
              autoComplete="new-password"
              error={errors.password}
              onChange={() => clearError('password')}
            />
            <CaptchaField captcha={captcha} error={errors['smart-token']} />
          </>
        )}
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isSending} aria-busy={isSending}>
          {isAccepted ? 'Повторить' : 'Войти'}
        </Button>
      </Stack>
    </form>
  );
}
