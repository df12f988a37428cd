import { Radio, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';

/** Values of the form with the keys of a CRM. */
export const EMPTY_KEYS = {
  address: '',
  by: 'token',
  token: '',
  oauth: { client_id: '', client_secret: '', redirect_uri: '', code: '' },
  password: '',
};

type KeyValues = typeof EMPTY_KEYS;

/** Returns the selected keys of amoCRM for the body of a call. */
export const pickAmocrmKeys = ({ by, token, oauth }: KeyValues) => (by === 'oauth' ? { oauth } : { token });

/** Keys of amoCRM: a long-lived token, or those of an integration with the code for which the server gets tokens. */
export function AmocrmKeys({ form }: { form: UseFormReturnType<KeyValues> }) {
  return (
    <>
      <Radio.Group label="Чем подключить" {...form.getInputProps('by')}>
        <Stack gap="xs" mt="xs">
          <Radio value="token" label="Долгосрочным токеном" description="Один ключ на срок до пяти лет" />
          <Radio
            value="oauth"
            label="Ключами интеграции"
            description="Доступ продлевается сам. Понадобится код, он действует 20 минут"
          />
        </Stack>
      </Radio.Group>
      {form.values.by === 'token' ? (
        <PasswordField
          label="Долгосрочный токен"
          description="В amoCRM: «Интеграции» → «Создать интеграцию» → «Внешняя» → «Ключи и доступы». Срок выберите наибольший"
          autoComplete="off"
          {...form.getInputProps('token')}
        />
      ) : (
        <IntegrationKeys form={form} />
      )}
    </>
  );
}

const IntegrationKeys = ({ form }: { form: UseFormReturnType<KeyValues> }) => (
  <>
    <TextInput
      label="ID интеграции"
      description="В amoCRM: «Интеграции» → «Создать интеграцию» → «Внешняя» → «Ключи и доступы»"
      autoComplete="off"
      {...form.getInputProps('oauth.client_id')}
    />
    <PasswordField
      label="Секретный ключ"
      description="Там же"
      autoComplete="off"
      {...form.getInputProps('oauth.client_secret')}
    />
    <TextInput
      label="Ссылка для перенаправления"
      description="Та же, что указана в интеграции"
      placeholder="https://example.ru"
      type="url"
      inputMode="url"
      autoComplete="off"
      {...form.getInputProps('oauth.redirect_uri')}
    />
    <PasswordField
      label="Код авторизации"
      description="Скопируйте последним: он действует 20 минут и только один раз"
      autoComplete="off"
      {...form.getInputProps('oauth.code')}
    />
  </>
);
