import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import type { ErrorSentence } from '../../errors/sentence.ts';

export type FormDialogProps = {
  title: string;
  /** Name of the form for screen readers. */
  label?: string;
  children: ReactNode;
  /** The button's word. */
  verb: string;
  isDangerous?: boolean | undefined;
  isSending: boolean;
  /** «Отмена» waits for the answer: what is sent is not taken back by closing. */
  isHeld?: boolean;
  /** Label of the button that closes it. */
  cancelLabel?: string;
  failure: ErrorSentence | null;
  onSend: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
};

/** A form in a dialog. It stays open with the reason when it is refused. */
export const FormDialog = ({
  title,
  label,
  children,
  verb,
  isDangerous = false,
  isSending,
  isHeld = false,
  cancelLabel = 'Отмена',
  failure,
  onSend,
  onClose,
}: FormDialogProps) => (
  <Modal opened onClose={onClose} title={title} centered>
    <form onSubmit={onSend} noValidate {...(label && { 'aria-label': label })}>
      <Stack gap="md">
        {children}
        {failure && (
          <Alert role="alert" color="red" title={failure.title}>
            {failure.advice}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isHeld && isSending}>
            {cancelLabel}
          </Button>
          <Button type="submit" loading={isSending} {...(isDangerous && { color: 'red' })}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  </Modal>
);
