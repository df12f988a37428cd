import { Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

/** Error message for an empty code, in place of the contract's message. */
export const CODE_MESSAGES = {
  code: ({ code }: { code: string }, message: string) =>
    code.trim() === '' ? 'Введите 6 цифр из сообщения' : message,
};

type CodeDialogProps = Pick<FormDialogProps, 'title' | 'isSending' | 'failure' | 'onSubmit' | 'onClose'> & {
  form: UseFormReturnType<{ code: string }>;
  /** Formatted phone number or email address that received the code. */
  sentTo: string;
  label?: string;
  children?: ReactNode;
};

/** Asks for the code that was sent to a phone or an email address. */
export const CodeDialog = ({ form, sentTo, label = 'Код из СМС', children, ...dialog }: CodeDialogProps) => (
  <FormDialog {...dialog} label="Код из сообщения" submitLabel="Подтвердить" isCancelLocked>
    <Text>
      {children} Мы отправили код на {sentTo}. Он действует 15 минут.
    </Text>
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      data-autofocus
      {...form.getInputProps('code')}
    />
  </FormDialog>
);
