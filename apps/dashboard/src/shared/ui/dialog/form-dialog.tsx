import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type FormEventHandler, type ReactNode, useEffect, useRef } from 'react';
import type { ErrorSentence } from '../../errors/sentence.ts';
import { Refusal } from '../form/refusal.tsx';
import { Dialog } from './dialog.tsx';

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

/** A form in a dialog. It stays open with the reason when it is refused, at the first field in error or at the refusal. */
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
    // Once what was found is drawn.
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
