import { Anchor, Button, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { CaptchaState } from '../../shared/captcha/captcha.tsx';
import { CaptchaField } from '../../shared/captcha/captcha-field.tsx';
import { PASSWORD_RULE } from '../../shared/password-rule.ts';
import { paths } from '../../shared/paths.ts';
import { createReturnState } from '../../shared/return-to.ts';
import { PasswordField } from '../../shared/ui/form/fields/password-field.tsx';
import { FormError } from '../../shared/ui/form/form-error.tsx';
import classes from './invitation.module.css';
import type { Acceptance, ConsentProblems } from './use-acceptance.ts';

type ConsentFormProps = {
  captcha: CaptchaState;
  acceptance: Acceptance;
  onAccept: (password: string) => Promise<ConsentProblems>;
};

/** Consent of an anonymous user: sets a first password or asks for the existing one. */
export function ConsentForm({ captcha, acceptance, onAccept }: ConsentFormProps) {
  const { failure, problems, isBusy, setProblems } = acceptance;
  const location = useLocation();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('password');
    if (!(field instanceof HTMLInputElement)) return;
    const missing: ConsentProblems = {
      ...(field.value === '' && { password: 'Введите пароль' }),
      ...(captcha.isMissing && { 'smart-token': 'Подтвердите, что вы не робот' }),
    };
    const isComplete = Object.keys(missing).length === 0;
    if (!isComplete) setProblems(missing);
    const consentProblems = isComplete ? await onAccept(field.value) : missing;
    if (consentProblems.password !== undefined) field.focus();
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Приглашение">
      <Stack gap="md">
        <PasswordField
          name="password"
          label="Пароль"
          description={
            <>
              Придумайте пароль. Если вы уже входили с этим телефоном, введите свой пароль.
              <span className={classes['rule']}>{PASSWORD_RULE}.</span>
            </>
          }
          descriptionProps={{ className: classes['advice'] }}
          size="md"
          autoComplete="new-password"
          error={problems.password}
          onChange={() => setProblems({ ...problems, password: undefined })}
        />
        <CaptchaField captcha={captcha} error={problems['smart-token']} />
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isBusy} aria-busy={isBusy}>
          Принять приглашение
        </Button>
        <Text c="dimmed" ta="center">
          Уже есть вход?{' '}
          <Anchor component={Link} to={paths.login} state={createReturnState(location)} inherit>
            Войдите и вернитесь сюда
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
