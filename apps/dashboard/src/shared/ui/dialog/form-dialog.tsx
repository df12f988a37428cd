import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type FormEventHandler, type ReactNode, useEffect, useRef } from 'react';
import type { ErrorText } from '@/shared/errors/explain-error.ts';
import { ActionError } from '../form/action-error.tsx';
import { Dialog } from './dialog.tsx';

export type FormDialogProps = {
  title: string;
  /** Form name for screen readers. */
  label?: string;
  children: ReactNode;
  /** Label of the submit button. */
  submitLabel: string;
  isDangerous?: boolean | undefined;
  isSending: boolean;
  /** Disables the cancel button while sending, because closing does not undo the request. */
  isCancelLocked?: boolean;
  cancelLabel?: string;
  /** Width of the dialog. */
  size?: string;
  /** Only the buttons close the dialog: a click outside or Esc would lose the input. */
  isKept?: boolean;
  failure: ErrorText | null;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
};

/** Form in a dialog. On an error it stays open and focuses the first invalid field, or the error message. */
export function FormDialog({
  title,
  label,
  children,
  submitLabel,
  isDangerous = false,
  isSending,
  isCancelLocked = false,
  cancelLabel = 'Отмена',
  size,
  isKept = false,
  failure,
  onSubmit,
  onClose,
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const focusInvalidField = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !isSending) focusInvalidField();
    wasSending.current = isSending;
  }, [isSending]);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    onSubmit(event);
    // Runs after the errors are rendered.
    window.setTimeout(focusInvalidField);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={!isKept}
      closeOnEscape={!isKept}
      {...(size !== undefined && { size })}
    >
      <form ref={form} onSubmit={handleSubmit} noValidate {...(label && { 'aria-label': label })}>
        <Stack gap="md">
          {children}
          <ActionError failure={failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isCancelLocked && isSending}>
              {cancelLabel}
            </Button>
            <Button type="submit" loading={isSending} {...(isDangerous && { color: 'red' })}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
