import { Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { formatPhone } from '../../format/phone.ts';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

/** Sentence in place of the contract's for a code that is left empty. */
export const CODE_SENTENCES = {
  code: ({ code }: { code: string }, told: string) =>
    code.trim() === '' ? 'Введите 6 цифр из сообщения' : told,
};

type CodeDialogProps = Pick<FormDialogProps, 'title' | 'isSending' | 'failure' | 'onSend' | 'onClose'> & {
  form: UseFormReturnType<{ code: string }>;
  /** Phone that the code was sent to. */
  phone: string;
  children?: ReactNode;
};

/** The code that was sent to a phone. */
export const CodeDialog = ({ form, phone, children, ...dialog }: CodeDialogProps) => (
  <FormDialog {...dialog} label="Код из сообщения" verb="Подтвердить" isHeld>
    <Text>
      {children} Мы отправили код на {formatPhone(phone)}. Он действует 15 минут.
    </Text>
    <TextInput
      label="Код из СМС"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      data-autofocus
      {...form.getInputProps('code')}
    />
  </FormDialog>
);
