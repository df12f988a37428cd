import { NativeSelect, TextInput } from '@mantine/core';
import {
  type EmailSender,
  MAIL_ENCRYPTION_LABELS,
  MAIL_ENCRYPTIONS,
  MAIL_PORTS,
  type MailEncryption,
  type Senders,
  senderRoutes,
} from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { draftKeys } from '../draft-keys.ts';

/** Form for the mail server. Passwords are not saved in drafts. */
export default function EditMailDialog({ mail, onClose }: { mail: Senders['email']; onClose: () => void }) {
  const { mutateAsync } = useApiMutation(senderRoutes.setEmailSender, [senderRoutes.senders]);
  const { form, submit, failure, isSending } = useContractForm({
    schema: senderRoutes.setEmailSender.body,
    saved: {
      host: mail.host,
      port: String(mail.port),
      encryption: mail.encryption as MailEncryption,
      user: mail.user,
      smtp_password: '',
      from_address: mail.from_address,
      from_name: mail.from_name,
      password: '',
    },
    toBody: ({ smtp_password, port, ...values }) => ({
      ...values,
      port: /^\d+$/.test(port.trim()) ? Number(port) : Number.NaN,
      ...(smtp_password !== '' && { smtp_password }),
    }),
    messages: {
      host: 'Введите адрес почтового сервера',
      port: 'Введите номер порта, например 465',
      from_address: 'Введите адрес, с которого уходит почта',
      password: 'Введите свой пароль',
    },
    draft: draftKeys.mail,
    secretFields: ['smtp_password', 'password'],
    failureTitle: 'Почта не сохранена',
    send: async (body: EmailSender) => {
      await mutateAsync({ body });
      onClose();
      void toast.success({ title: 'Почта сохранена', description: 'Отправьте тестовое сообщение' });
    },
  });
  const { onChange, ...encryptionProps } = form.getInputProps('encryption');
  return (
    <FormDialog
      title="Почта"
      label="Почта"
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Сервер"
        description="Например smtp.yandex.ru"
        inputMode="url"
        autoCapitalize="none"
        data-autofocus
        {...form.getInputProps('host')}
      />
      <NativeSelect
        label="Шифрование"
        data={MAIL_ENCRYPTIONS.map((value) => ({
          value,
          label: `${MAIL_ENCRYPTION_LABELS[value]}, обычно порт ${MAIL_PORTS[value]}`,
        }))}
        {...encryptionProps}
        onChange={(event) => {
          const { encryption: previousEncryption, port } = form.getValues();
          onChange(event);
          const newEncryption = MAIL_ENCRYPTIONS.find((value) => value === event.currentTarget.value);
          if (newEncryption !== undefined && port === String(MAIL_PORTS[previousEncryption]))
            form.setFieldValue('port', String(MAIL_PORTS[newEncryption]));
        }}
      />
      <TextInput label="Порт" inputMode="numeric" maxLength={5} {...form.getInputProps('port')} />
      <TextInput
        label="Имя пользователя"
        description="Обычно это адрес почты. Не заполняйте, если сервер принимает почту без входа"
        autoComplete="off"
        autoCapitalize="none"
        {...form.getInputProps('user')}
      />
      <PasswordField
        label="Пароль почты"
        description={
          mail.has_password && !mail.is_unreadable
            ? 'Не заполняйте, чтобы оставить прежний. Для другого сервера введите его заново'
            : 'У Яндекса, Mail.ru и Gmail нужен пароль для приложений, а не пароль от почты'
        }
        autoComplete="new-password"
        {...form.getInputProps('smtp_password')}
      />
      <TextInput
        label="Адрес отправителя"
        type="email"
        autoComplete="off"
        {...form.getInputProps('from_address')}
      />
      <TextInput label="Имя отправителя" autoComplete="off" {...form.getInputProps('from_name')} />
      <PasswordField
        label="Ваш пароль"
        description="Пароль от этого кабинета: без него почту не изменить"
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
