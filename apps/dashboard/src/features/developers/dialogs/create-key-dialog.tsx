import { NativeSelect, TextInput } from '@mantine/core';
import { type ApiScope, apiKeyRoutes, type CreatedApiKey } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { API_KEY_DRAFT } from '../draft.ts';
import { ScopesField } from './scopes-field.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const TERMS = [
  { value: '30', label: '30 дней' },
  { value: '90', label: '90 дней' },
  { value: '365', label: 'Год' },
  { value: '', label: 'Без срока' },
];

const EMPTY_VALUES = { name: '', scopes: [] as ApiScope[], days: '365', password: '' };

/** Form for a new API key; afterwards shows the secret once. */
export default function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [createdKey, setCreatedKey] = useState<CreatedApiKey | null>(null);
  return createdKey ? (
    <SecretDialog title={`Ключ «${createdKey.name}»`} secret={createdKey.secret} onClose={onClose}>
      Скопируйте ключ сейчас. Больше он нигде не появится: на сервере хранится только отпечаток.
    </SecretDialog>
  ) : (
    <KeyForm onCreated={setCreatedKey} onClose={onClose} />
  );
}

type KeyFormProps = { onCreated: (createdKey: CreatedApiKey) => void; onClose: () => void };

function KeyForm({ onCreated, onClose }: KeyFormProps) {
  const { mutateAsync } = useApiMutation(apiKeyRoutes.createApiKey, [apiKeyRoutes.apiKeys]);
  const { form, submit, failure, isSending, discardDraft } = useContractForm({
    schema: apiKeyRoutes.createApiKey.body,
    saved: EMPTY_VALUES,
    toBody: ({ days, ...values }) => ({ ...values, days: days === '' ? null : Number(days) }),
    messages: { scopes: 'Выберите хотя бы одно право', password: 'Введите свой пароль' },
    draft: API_KEY_DRAFT,
    secretFields: ['password'],
    failureTitle: 'Ключ не создан',
    send: async (body) => {
      const createdKey = await mutateAsync({ body });
      discardDraft();
      onCreated(createdKey);
    },
  });
  const close = () => {
    discardDraft();
    onClose();
  };
  return (
    <FormDialog
      title="Новый ключ API"
      label="Новый ключ API"
      submitLabel="Создать ключ"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={close}
    >
      <TextInput
        label="Название"
        description="Программа, которая будет им пользоваться. Название видно в журнале"
        placeholder="Касса"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ScopesField {...form.getInputProps('scopes')} />
      <NativeSelect label="Срок" data={TERMS} {...form.getInputProps('days')} />
      <PasswordField
        label="Ваш пароль"
        description="Пароль от этого кабинета: без него ключ не создать"
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
