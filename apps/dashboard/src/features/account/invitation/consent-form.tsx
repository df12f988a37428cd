import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import type { CaptchaState } from '@/shared/captcha/captcha.tsx';
import { CaptchaField } from '@/shared/captcha/captcha-field.tsx';
import { PASSWORD_RULE } from '@/shared/password-rule.ts';
import { paths } from '@/shared/paths.ts';
import { createReturnState } from '@/shared/return-to.ts';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { FormError } from '@/shared/ui/form/form-error.tsx';
import classes from './invitation.module.css';
import type { Acceptance } from './use-acceptance.ts';

type ConsentFormProps = { captcha: CaptchaState; acceptance: Acceptance };

/** Consent of an anonymous user: sets a first password or asks for the existing one. */
export function ConsentForm({ captcha, acceptance }: ConsentFormProps) {
  const { submit, errors, failure, isSending, clearError } = acceptance;
  const location = useLocation();
  return (
    <form onSubmit={submit} noValidate aria-label="Приглашение">
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
          error={errors.password}
          onChange={() => clearError('password')}
        />
        <CaptchaField captcha={captcha} error={errors['smart-token']} />
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isSending} aria-busy={isSending}>
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
