import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { explainError } from '@/shared/errors/explain-error.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { type Link, OneTimeLink } from './one-time-link.tsx';

type LinkDialogProps = {
  /** For example «Создать новую ссылку?». */
  question: string;
  /** Title after the link is created. */
  title: string;
  /** Name of the recipient. */
  person: string;
  /** Consequence of creating the link. */
  effect: ReactNode;
  /** The created link. */
  link: Link | undefined;
  isBusy: boolean;
  error: Error | null;
  onCreate: () => void;
  onClose: () => void;
};

/** Asks for confirmation before a one-time link is created, then shows the link once. */
export function LinkDialog({
  question,
  title,
  person,
  effect,
  link,
  isBusy,
  error,
  ...handlers
}: LinkDialogProps) {
  const failure = error && explainError(error, 'Ссылка не создана').alert;
  return (
    <Dialog
      opened
      onClose={handlers.onClose}
      title={link ? title : question}
      // A click outside would close the only view of the link.
      closeOnClickOutside={!link}
    >
      <Stack gap="md">
        <Text fw={600}>{person}</Text>
        {link ? <OneTimeLink link={link} /> : <Text>{effect}</Text>}
        <ActionError failure={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={handlers.onClose} disabled={isBusy}>
            {link ? 'Готово' : 'Отмена'}
          </Button>
          {!link && (
            <Button loading={isBusy} onClick={handlers.onCreate} data-autofocus>
              Создать ссылку
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
