import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { MESSAGE_CHANNEL_TEXTS, type MessageChannel } from '@referral-dashboard/api-contract';
import { INCOMPLETE_PHONE } from '@referral-dashboard/api-contract/phone-messages';
import { type FormEvent, useState } from 'react';
import { useCaptcha } from '../../shared/captcha/captcha.tsx';
import { CaptchaField } from '../../shared/captcha/captcha-field.tsx';
import { useEntryForm, usePost } from '../../shared/entry/use-entry-form.ts';
import { describeError, type ErrorText } from '../../shared/errors/describe-error.ts';
import { splitFieldErrors } from '../../shared/errors/field-errors.ts';
import { isFullNumber, nationalDigits, toE164 } from '../../shared/format/phone.ts';
import { PASSWORD_RULE } from '../../shared/password-rule.ts';
import { PasswordField } from '../../shared/ui/form/fields/password-field.tsx';
import { FormError } from '../../shared/ui/form/form-error.tsx';

type RecoveryByCodeProps = { channels: readonly MessageChannel[]; onSignIn: () => void };

/** Sets a new password by a code: first the phone, then the code. */
export function RecoveryByCode({ channels, onSignIn }: RecoveryByCodeProps) {
  const [phone, setPhone] = useState('');
  return phone === '' ? (
    <RequestCodeForm channels={channels} onSent={setPhone} />
  ) : (
    <ConfirmCodeForm
      phone={phone}
      channels={channels}
      onSignIn={onSignIn}
      onRequestAgain={() => setPhone('')}
    />
  );
}

const describeChannels = (channels: readonly MessageChannel[]) =>
  channels.flatMap((channel) => MESSAGE_CHANNEL_TEXTS[channel].codesTo ?? []).join(' или ');

type RequestCodeFormProps = { channels: readonly MessageChannel[]; onSent: (phone: string) => void };

function RequestCodeForm({ channels, onSent }: RequestCodeFormProps) {
  const post = usePost();
  const captcha = useCaptcha();
  const [isBusy, setBusy] = useState(false);
  const [phoneError, setPhoneError] = useState('');
  const [captchaError, setCaptchaError] = useState('');
  const [failure, setFailure] = useState<ErrorText | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('phone');
    if (!(field instanceof HTMLInputElement) || isBusy) return;
    const national = nationalDigits(field.value);
    const isComplete = isFullNumber(national);
    setPhoneError(isComplete ? '' : INCOMPLETE_PHONE);
    setCaptchaError(captcha.isMissing ? 'Подтвердите, что вы не робот' : '');
    if (!isComplete) field.focus();
    if (!isComplete || captcha.isMissing) return;
    setBusy(true);
    setFailure(null);
    try {
      const sent = { phone: toE164(national), 'smart-token': captcha.token };
      await post('/api/public/recovery/code/', sent);
      onSent(sent.phone);
    } catch (error) {
      captcha.reset();
      const { fields } = splitFieldErrors(error, ['phone', 'smart-token']);
      setPhoneError(fields.phone ?? '');
      setCaptchaError(fields['smart-token'] ?? '');
      if (Object.keys(fields).length === 0) setFailure(describeError(error, 'Код не отправлен'));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Код для нового пароля">
      <Stack gap="md">
        <Text>Пришлем код {describeChannels(channels)}. С ним вы зададите новый пароль.</Text>
        <TextInput
          name="phone"
          label="Телефон"
          type="tel"
          inputMode="tel"
          placeholder="+7 916 123-45-67"
          autoComplete="username"
          size="md"
          error={phoneError}
          onChange={() => setPhoneError('')}
        />
        <CaptchaField captcha={captcha} error={captchaError} />
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isBusy} aria-busy={isBusy}>
          Получить код
        </Button>
      </Stack>
    </form>
  );
}

type ConfirmCodeFormProps = {
  phone: string;
  channels: readonly MessageChannel[];
  onSignIn: () => void;
  onRequestAgain: () => void;
};

function ConfirmCodeForm({ phone, channels, onSignIn, onRequestAgain }: ConfirmCodeFormProps) {
  const { failure, problems, isBusy, signIn, setProblems } = useEntryForm({
    fields: ['code', 'password'],
    failureTitle: 'Пароль не изменен',
    signInFailureTitle: 'Пароль изменен, но войти не удалось',
    url: '/api/public/recovery/confirm/',
    onSignIn,
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const [code, password] = ['code', 'password'].map((name) => elements.namedItem(name));
    if (!(code instanceof HTMLInputElement && password instanceof HTMLInputElement)) return;
    const missing = {
      ...(!/^\d{6}$/.test(code.value.trim()) && { code: 'Введите 6 цифр из сообщения' }),
      ...(password.value === '' && { password: 'Введите пароль' }),
    };
    const isComplete = Object.keys(missing).length === 0;
    if (!isComplete) setProblems(missing);
    const codeProblems = isComplete
      ? await signIn({ phone, code: code.value.trim(), password: password.value })
      : missing;
    if (codeProblems.code !== undefined) code.focus();
    else if (codeProblems.password !== undefined) password.focus();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Новый пароль по коду">
      <Stack gap="md">
        <Alert color="petrol">
          Если такой номер у нас есть, мы отправили код {describeChannels(channels)}. Он действует 15 минут.
          Не пришел за минуту? Запросите снова.
        </Alert>
        <TextInput
          name="code"
          label="Код из сообщения"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          size="md"
          data-autofocus
          error={problems.code}
          onChange={() => setProblems({ ...problems, code: undefined })}
        />
        <PasswordField
          name="password"
          label="Новый пароль"
          description={PASSWORD_RULE}
          size="md"
          autoComplete="new-password"
          error={problems.password}
          onChange={() => setProblems({ ...problems, password: undefined })}
        />
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isBusy} aria-busy={isBusy}>
          Сохранить и войти
        </Button>
        <Button variant="subtle" color="gray" fullWidth disabled={isBusy} onClick={onRequestAgain}>
          Запросить код снова
        </Button>
      </Stack>
    </form>
  );
}
