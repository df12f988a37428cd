import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type FormEventHandler, type ReactNode, useEffect, useRef } from 'react';
import type { ErrorSentence } from '../../errors/sentence.ts';
import { Refusal } from '../form/refusal.tsx';
import { Dialog } from './dialog.tsx';

export type FormDialogProps = {
  title: string;
  /** Form name for screen readers. */
  label?: string;
  children: ReactNode;
  /** Label of the submit button. */
  verb: string;
  isDangerous?: boolean | undefined;
  isSending: boolean;
  /** Disables the cancel button while sending, because closing does not undo the request. */
  isHeld?: boolean;
  cancelLabel?: string;
  failure: ErrorSentence | null;
  onSend: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
};

/** Form in a dialog. On an error it stays open and focuses the first invalid field, or the error message. */
export function FormDialog({
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
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const toFieldInError = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !isSending) toFieldInError();
    wasSending.current = isSending;
  }, [isSending]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    onSend(event);
    // Runs after the errors are rendered.
    window.setTimeout(toFieldInError);
  };
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form ref={form} onSubmit={send} noValidate {...(label && { 'aria-label': label })}>
        <Stack gap="md">
          {children}
          <Refusal failure={failure} />
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
    </Dialog>
  );
}
