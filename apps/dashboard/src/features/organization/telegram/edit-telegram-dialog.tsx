import { Anchor, Text, TextInput } from '@mantine/core';
import { messageRoutes, senderRoutes, type TelegramSender } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { draftKeys } from '../draft-keys.ts';

/** Form for the bot. The bot token is not saved in drafts. */
export default function EditTelegramDialog({ bot, onClose }: { bot: string; onClose: () => void }) {
  const { mutateAsync } = useApiMutation(senderRoutes.setTelegramSender, [
    senderRoutes.senders,
    messageRoutes.messageSettings,
  ]);
  const { form, submit, failure, isSending } = useContractForm({
    schema: senderRoutes.setTelegramSender.body,
    saved: { bot_token: '', password: '' },
    messages: {
      bot_token: 'Скопируйте токен целиком: цифры, двоеточие и ключ',
      password: 'Введите свой пароль',
    },
    draft: draftKeys.telegram,
    secretFields: ['bot_token', 'password'],
    failureTitle: 'Бот не сохранен',
    send: async (body: TelegramSender) => {
      const { telegram } = await mutateAsync({ body });
      onClose();
      void toast.success({ title: 'Бот сохранен', description: `Бот @${telegram.bot} подключен` });
    },
  });
  return (
    <FormDialog
      title="Telegram"
      label="Telegram"
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        Откройте{' '}
        <Anchor underline="always" href="https://t.me/BotFather" target="_blank" rel="noreferrer">
          @BotFather
        </Anchor>
        , создайте бота командой /newbot и скопируйте его токен. Нужен отдельный бот, которым не пользуется
        другая программа.
      </Text>
      {bot !== '' && (
        <Text>Если это будет другой бот вместо @{bot}, всем получателям нужно подключить его заново.</Text>
      )}
      <TextInput
        label="Токен бота"
        description="Например 123456789:AAH…"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('bot_token')}
      />
      <PasswordField
        label="Ваш пароль"
        description="Пароль от этого кабинета: без него бота не изменить"
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
