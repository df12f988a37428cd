import { Anchor, Button, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useCaptcha } from '../../shared/captcha/captcha.tsx';
import { CaptchaField } from '../../shared/captcha/captcha-field.tsx';
import { paths } from '../../shared/paths.ts';
import { PasswordField } from '../../shared/ui/form/fields/password-field.tsx';
import { FormError } from '../../shared/ui/form/form-error.tsx';
import { PhoneField } from './phone-field.tsx';
import { useLoginForm } from './use-login-form.ts';

type LoginFormProps = {
  /** Called when an attempt starts and when it fails. */
  onAttempt: (isPending: boolean) => void;
  onSignIn: () => void;
};

export function LoginForm({ onAttempt, onSignIn }: LoginFormProps) {
  const captcha = useCaptcha();
  const { problems, isBusy, submit, clearError } = useLoginForm(captcha, onAttempt, onSignIn);
  const phone = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const hasFocus = phone.current?.form?.contains(document.activeElement) === true;
    // On touch screens focus would open the keyboard over the page.
    if (!hasFocus && window.matchMedia('(pointer: fine)').matches) phone.current?.focus();
  }, []);

  return (
    // If the form is submitted before scripts load, GET would put the password into the URL.
    <form method="post" onSubmit={(event) => void submit(event)} noValidate aria-label="Вход">
      <Stack gap="md">
        <PhoneField
          ref={phone}
          name="phone"
          label="Телефон"
          size="md"
          autoComplete="username"
          error={problems.fields.phone}
          onInput={() => clearError('phone')}
          onKeyDown={() => clearError('phone')}
        />
        <PasswordField
          name="password"
          label="Пароль"
          size="md"
          autoComplete="current-password"
          error={problems.fields.password}
          onChange={() => clearError('password')}
        />
        <CaptchaField captcha={captcha} error={problems.fields['smart-token']} />
        <FormError failure={problems.failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isBusy} aria-busy={isBusy}>
          Войти
        </Button>
        <Anchor component={Link} to={paths.forgot} ta="center" size="sm">
          Забыли пароль?
        </Anchor>
      </Stack>
    </form>
  );
}
