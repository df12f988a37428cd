import { Anchor, Button, Stack } from '@mantine/core';
import { INCOMPLETE_PHONE } from '@referral-dashboard/api-contract/phone-messages';
import { isAuthError } from '@referral-dashboard/auth-core';
import { useAuth } from '@referral-dashboard/react-auth';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { UNSOLVED_CAPTCHA, useCaptcha } from '@/shared/captcha/captcha.tsx';
import { CaptchaField } from '@/shared/captcha/captcha-field.tsx';
import { readText, useNativeForm } from '@/shared/form/use-native-form.ts';
import { isFullNumber, nationalDigits, toE164 } from '@/shared/format/phone.ts';
import { MISSING_PASSWORD } from '@/shared/password-rule.ts';
import { paths } from '@/shared/paths.ts';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { FormError } from '@/shared/ui/form/form-error.tsx';
import { PhoneField } from './phone-field.tsx';

type LoginFormProps = {
  /** Called when an attempt starts and when it fails. */
  onAttempt: (isPending: boolean) => void;
  onSignIn: () => void;
};

export function LoginForm({ onAttempt, onSignIn }: LoginFormProps) {
  const { login } = useAuth();
  const captcha = useCaptcha();
  const phone = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const { submit, errors, failure, isSending, clearError } = useNativeForm({
    fields: ['phone', 'password', 'smart-token'],
    read: (data) => ({
      national: nationalDigits(readText(data, 'phone')),
      password: readText(data, 'password'),
    }),
    validate: (typed) => ({
      ...(!isFullNumber(typed.national) && { phone: INCOMPLETE_PHONE }),
      ...(typed.password === '' && { password: MISSING_PASSWORD }),
      ...(captcha.isMissing && { 'smart-token': UNSOLVED_CAPTCHA }),
    }),
    failureTitle: 'Ошибка входа',
    send: async (typed) => {
      onAttempt(true);
      await login({ phone: toE164(typed.national), password: typed.password, smartToken: captcha.token });
      onSignIn();
    },
    onError: (error) => {
      onAttempt(false);
      captcha.reset();
      // Wrong credentials are corrected in the password field. After other errors the user presses the button again.
      const isRefused = isAuthError(error) && error.code === 'refused';
      if (!isRefused || Object.keys(error.fieldErrors).length > 0) return;
      password.current?.focus();
      password.current?.select();
    },
  });
  useEffect(() => {
    const hasFocus = phone.current?.form?.contains(document.activeElement) === true;
    // On touch screens focus would open the keyboard over the page.
    if (!hasFocus && window.matchMedia('(pointer: fine)').matches) phone.current?.focus();
  }, []);

  return (
    // If the form is submitted before scripts load, GET would put the password into the URL.
    <form method="post" onSubmit={submit} noValidate aria-label="Вход">
      <Stack gap="md">
        <PhoneField
          ref={phone}
          name="phone"
          label="Телефон"
          size="md"
          autoComplete="username"
          error={errors.phone}
          onInput={() => clearError('phone')}
          onKeyDown={() => clearError('phone')}
        />
        <PasswordField
          ref={password}
          name="password"
          label="Пароль"
          size="md"
          autoComplete="current-password"
          error={errors.password}
          onChange={() => clearError('password')}
        />
        <CaptchaField captcha={captcha} error={errors['smart-token']} />
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isSending} aria-busy={isSending}>
          Войти
        </Button>
        <Anchor component={Link} to={paths.forgot} ta="center" size="sm">
          Забыли пароль?
        </Anchor>
      </Stack>
    </form>
  );
}
