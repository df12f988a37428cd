import { Button, Stack, Text } from '@mantine/core';
import { useUser } from '@referral-dashboard/react-auth';
import { type FormEvent, useState } from 'react';
import { useCaptcha } from '../../shared/captcha/captcha.tsx';
import { CaptchaField } from '../../shared/captcha/captcha-field.tsx';
import { useEntryForm } from '../../shared/entry/use-entry-form.ts';
import { shortName } from '../../shared/format/person-name.ts';
import { formatPhone } from '../../shared/format/phone.ts';
import { PASSWORD_RULE } from '../../shared/password-rule.ts';
import { PasswordField } from '../../shared/ui/form/fields/password-field.tsx';
import { FormError } from '../../shared/ui/form/form-error.tsx';

const FIELDS = ['password', 'smart-token'] as const;

type ApplicantSignInProps = { token: string; onSignIn: () => void };

/** First sign-in of an approved applicant, with a password or as the signed-in user. */
export function ApplicantSignIn({ token, onSignIn }: ApplicantSignInProps) {
  const captcha = useCaptcha();
  const user = useUser();
  const { failure, problems, isBusy, isAccepted, signIn, setProblems } = useEntryForm({
    fields: FIELDS,
    failureTitle: 'Войти не получилось',
    signInFailureTitle: 'Пароль сохранен, но войти не удалось',
    url: '/api/public/applications/accept/',
    onSignIn,
  });
  // Setting the new tokens signs the user out briefly; the form must not change during that time.
  const [submittedUser, setSubmittedUser] = useState(user);
  const shownUser = isBusy ? submittedUser : user;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmittedUser(user);
    const field = event.currentTarget.elements.namedItem('password');
    const password = field instanceof HTMLInputElement ? field.value : undefined;
    const missing = {
      ...(password === '' && { password: 'Введите пароль' }),
      ...(password !== undefined && captcha.isMissing && { 'smart-token': 'Подтвердите, что вы не робот' }),
    };
    if (Object.keys(missing).length > 0) setProblems(missing);
    const signInProblems =
      Object.keys(missing).length > 0
        ? missing
        : await signIn({ token, ...(password !== undefined && { password, 'smart-token': captcha.token }) });
    if (Object.keys(signInProblems).length > 0) captcha.reset();
    if (signInProblems.password !== undefined && field instanceof HTMLInputElement) field.focus();
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Первый вход">
      <Stack gap="md">
        {shownUser ? (
          <Text>
            Вы вошли как {shortName(shownUser) || formatPhone(shownUser['phone'])}, пароль вводить не нужно.
          </Text>
        ) : (
          <>
            <PasswordField
              name="password"
              label="Пароль"
              description={`Придумайте пароль. ${PASSWORD_RULE}. Если вы уже входили с этим телефоном, введите свой пароль`}
              size="md"
              autoComplete="new-password"
              error={problems.password}
              onChange={() => setProblems({ ...problems, password: undefined })}
            />
            <CaptchaField captcha={captcha} error={problems['smart-token']} />
          </>
        )}
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isBusy} aria-busy={isBusy}>
          {isAccepted ? 'Повторить' : 'Войти'}
        </Button>
      </Stack>
    </form>
  );
}
