import { TextInput } from '@mantine/core';
import type { CrmKind } from '@referral-dashboard/api-contract';
import type { ComponentProps } from 'react';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';

const ADDRESS = {
  bitrix24: {
    label: 'Адрес входящего вебхука',
    description:
      'В Битрикс24: «Разработчикам» → «Другое» → «Входящий вебхук». Выберите право «CRM» и скопируйте адрес целиком',
    placeholder: 'https://company.bitrix24.ru/rest/1/…/',
  },
  amocrm: {
    label: 'Адрес amoCRM',
    description: 'Он виден в строке браузера, когда вы работаете в amoCRM',
    placeholder: 'https://company.amocrm.ru',
  },
} as const satisfies Record<CrmKind, object>;

/** Address of a CRM. That of Битрикс24 contains its key. */
export const AddressField = ({ kind, ...props }: { kind: CrmKind } & ComponentProps<typeof TextInput>) => (
  <TextInput type="url" inputMode="url" autoComplete="off" {...ADDRESS[kind]} {...props} />
);

/** Password of the user, which a new key needs. */
export const OwnPasswordField = (props: Partial<ComponentProps<typeof PasswordField>>) => (
  <PasswordField
    label="Ваш пароль"
    description="Пароль от этого кабинета: без него CRM не подключить"
    autoComplete="current-password"
    {...props}
  />
);
