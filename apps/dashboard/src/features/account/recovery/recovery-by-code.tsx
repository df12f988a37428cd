import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { MESSAGE_CHANNEL_TEXTS, type MessageChannel } from '@referral-dashboard/api-contract';
import { INCOMPLETE_PHONE } from '@referral-dashboard/api-contract/phone-messages';
import { useState } from 'react';
import { UNSOLVED_CAPTCHA, useCaptcha } from '@/shared/captcha/captcha.tsx';
import { CaptchaField } from '@/shared/captcha/captcha-field.tsx';
import { readText, useNativeForm } from '@/shared/form/use-native-form.ts';
import { isFullNumber, nationalDigits, toE164 } from '@/shared/format/phone.ts';
import { MISSING_PASSWORD, PASSWORD_RULE } from '@/shared/password-rule.ts';
import { usePost, useSessionCall } from '@/shared/secret-link/use-session-call.ts';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { FormError } from '@/shared/ui/form/form-error.tsx';

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
  const { submit, errors, failure, isSending, clearError } = useNativeForm({
    fields: ['phone', 'smart-token'],
    read: (data) => nationalDigits(readText(data, 'phone')),
    validate: (national) => ({
      ...(!isFullNumber(national) && { phone: INCOMPLETE_PHONE }),
      ...(captcha.isMissing && { 'smart-token': UNSOLVED_CAPTCHA }),
    }),
    failureTitle: 'Код не отправлен',
    send: async (national) => {
      const phone = toE164(national);
      await post('/api/public/recovery/code/', { phone, 'smart-token': captcha.token });
      onSent(phone);
    },
    onError: captcha.reset,
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Код для нового пароля">
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
          error={errors.phone}
          onChange={() => clearError('phone')}
        />
        <CaptchaField captcha={captcha} error={errors['smart-token']} />
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isSending} aria-busy={isSending}>
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
  const { openSession, describe } = useSessionCall(
    '/api/public/recovery/confirm/',
    'Пароль изменен, но войти не удалось',
  );
  const { submit, errors, failure, isSending, clearError } = useNativeForm({
    fields: ['code', 'password'],
    read: (data) => ({ code: readText(data, 'code').trim(), password: readText(data, 'password') }),
    validate: ({ code, password }) => ({
      ...(!/^\d{6}$/.test(code) && { code: 'Введите 6 цифр из сообщения' }),
      ...(password === '' && { password: MISSING_PASSWORD }),
    }),
    failureTitle: 'Пароль не изменен',
    send: async (typed) => {
      await openSession({ phone, ...typed });
      onSignIn();
    },
    describe,
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Новый пароль по коду">
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
          error={errors.code}
          onChange={() => clearError('code')}
        />
        <PasswordField
          name="password"
          label="Новый пароль"
          description={PASSWORD_RULE}
          size="md"
          autoComplete="new-password"
          error={errors.password}
          onChange={() => clearError('password')}
        />
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isSending} aria-busy={isSending}>
          Сохранить и войти
        </Button>
        <Button variant="subtle" color="gray" fullWidth disabled={isSending} onClick={onRequestAgain}>
          Запросить код снова
        </Button>
      </Stack>
    </form>
  );
}
