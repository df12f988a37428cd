import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ErrorSentence } from '../../errors/sentence.ts';
import { Refusal } from '../form/refusal.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmProps = {
  isOpen: boolean;
  /** «Приостановить программу?» */
  title: string;
  /** Effect of the action. */
  children: ReactNode;
  /** The button's word, the verb of the title. */
  verb: string;
  isDangerous?: boolean;
  isBusy: boolean;
  /** False while the effect is not known: the button waits. */
  isReady?: boolean;
  failure: ErrorSentence | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that has an effect on others, and stays open with the reason when it is refused. */
export const Confirm = ({
  isOpen,
  title,
  children,
  verb,
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
      <Refusal failure={failure} />
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
          {verb}
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
