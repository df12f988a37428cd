import { Button, Stack, Text, TextInput } from '@mantine/core';
import { setup } from '@referral-dashboard/api-contract';
import { INCOMPLETE_MOBILE } from '@referral-dashboard/api-contract/phone-messages';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { MISSING_PASSWORD, PASSWORD_RULE } from '@/shared/password-rule.ts';
import { SecretLink } from '@/shared/secret-link/secret-link.tsx';
import { usePost, useSessionCall } from '@/shared/secret-link/use-session-call.ts';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { FormError } from '@/shared/ui/form/form-error.tsx';

type FirstOrganizationProps = {
  token: string;
  /** `isCodeSent`: a confirmation code was sent to the owner's e-mail. */
  onSignIn: (isCodeSent: boolean) => void;
};

/** Creates the first organization and its owner. The server prints the link to this page. */
export const FirstOrganization = ({ token, onSignIn }: FirstOrganizationProps) => (
  <SecretLink
    url="/api/public/setup/check/"
    token={token}
    failureTitle="Страница не открылась"
    expiredTitle="Первый вход уже выполнен"
  >
    {() => <SetupForm token={token} onSignIn={onSignIn} />}
  </SecretLink>
);

const BLANK = {
  organization: '',
  inn: '',
  last_name: '',
  first_name: '',
  father_name: '',
  phone: '',
  email: '',
  password: '',
};

function SetupForm({ token, onSignIn }: FirstOrganizationProps) {
  const post = usePost();
  const { openSession, describe } = useSessionCall(
    '/api/public/setup/',
    'Организация создана, но войти не удалось',
  );
  /** Resolves to false when the code was not sent; the home page then asks for confirmation. */
  const sendCode = (password: string) =>
    post('/api/accounts/email/code/', { password }).then(
      () => true,
      () => false,
    );
  const { form, submit, failure, isSending } = useContractForm({
    schema: setup,
    saved: BLANK,
    toBody: (typed) => ({ ...typed, token }),
    messages: {
      phone: INCOMPLETE_MOBILE,
      email: 'Введите адрес полностью, например anna@company.ru',
      password: ({ password }, message) => (password === '' ? MISSING_PASSWORD : message),
    },
    draft: 'setup',
    secretFields: ['password', 'inn'],
    failureTitle: 'Организация не создана',
    send: async (body) => {
      const owner = await openSession(body);
      onSignIn(body.email !== '' && owner['can_confirm_email'] === true && (await sendCode(body.password)));
    },
    describe,
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Первый вход">
      <Stack gap="md">
        <Text>Здесь еще никого нет. Создайте организацию и вход для себя: вы станете ее владельцем.</Text>
        <TextInput label="Название организации" size="md" {...form.getInputProps('organization')} />
        <TextInput
          label="ИНН"
          description="Можно указать позже"
          inputMode="numeric"
          maxLength={12}
          size="md"
          {...form.getInputProps('inn')}
        />
        <TextInput
          label="Фамилия"
          size="md"
          autoComplete="family-name"
          {...form.getInputProps('last_name')}
        />
        <TextInput label="Имя" size="md" autoComplete="given-name" {...form.getInputProps('first_name')} />
        <TextInput
          label="Отчество"
          size="md"
          autoComplete="additional-name"
          {...form.getInputProps('father_name')}
        />
        <TextInput
          label="Телефон"
          description="С ним вы будете входить"
          type="tel"
          inputMode="tel"
          placeholder="+7 916 123-45-67"
          autoComplete="username"
          size="md"
          {...form.getInputProps('phone')}
        />
        <TextInput
          label="Электронная почта"
          description="На нее придет код, если забудете пароль. Можно указать позже"
          type="email"
          inputMode="email"
          autoComplete="email"
          size="md"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Пароль"
          description={PASSWORD_RULE}
          autoComplete="new-password"
          size="md"
          {...form.getInputProps('password')}
        />
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isSending} aria-busy={isSending}>
          Создать организацию
        </Button>
      </Stack>
    </form>
  );
}
