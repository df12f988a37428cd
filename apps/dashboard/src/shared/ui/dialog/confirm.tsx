import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ErrorText } from '@/shared/errors/explain-error.ts';
import { ActionError } from '../form/action-error.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmProps = {
  isOpen: boolean;
  /** E.g. «Приостановить программу?». */
  title: string;
  /** Text that explains the effect of the action. */
  children: ReactNode;
  /** Button label: the verb of the title. */
  confirmLabel: string;
  isDangerous?: boolean;
  isBusy: boolean;
  /** False disables the button while the effect is not known. */
  isReady?: boolean;
  failure: ErrorText | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Confirmation dialog for an action that affects other users. On an error it stays open and shows the reason. */
export const Confirm = ({
  isOpen,
  title,
  children,
  confirmLabel,
  isDangerous = false,
  isBusy,
  isReady = true,
  failure,
  onConfirm,
  onClose,
}: ConfirmProps) => (
  <Dialog opened={isOpen} onClose={onClose} title={title}>
    <Stack gap="lg">
      <div>{children}</div>
      <ActionError failure={failure} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
          Отмена
        </Button>
        <Button
          onClick={onConfirm}
          loading={isBusy}
          disabled={!isReady}
          {...(isDangerous && { color: 'red' })}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
