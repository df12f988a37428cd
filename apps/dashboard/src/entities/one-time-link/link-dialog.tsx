import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorSentence } from '../../shared/errors/sentence.ts';
import { Dialog } from '../../shared/ui/dialog/dialog.tsx';
import { Refusal } from '../../shared/ui/form/refusal.tsx';
import { type Link, OneTimeLink } from './one-time-link.tsx';

type LinkDialogProps = {
  /** «Создать новую ссылку?» */
  question: string;
  /** Title once the link is there. */
  title: string;
  /** Name of the person it is for. */
  person: string;
  /** Effect of making it. */
  effect: ReactNode;
  /** The link once made. */
  link: Link | undefined;
  isBusy: boolean;
  error: Error | null;
  onMake: () => void;
  onClose: () => void;
};

/** Asks before a link for one use is made, and tells it once. */
export function LinkDialog({ question, title, person, effect, link, isBusy, error, ...on }: LinkDialogProps) {
  const failure = error && errorSentence(error, 'Ссылка не создана');
  return (
    <Dialog
      opened
      onClose={on.onClose}
      title={link ? title : question}
      // A click beside it would lose what is told once.
      closeOnClickOutside={!link}
    >
      <Stack gap="md">
        <Text fw={600}>{person}</Text>
        {link ? <OneTimeLink link={link} /> : <Text>{effect}</Text>}
        <Refusal failure={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={on.onClose} disabled={isBusy}>
            {link ? 'Готово' : 'Отмена'}
          </Button>
          {!link && (
            <Button loading={isBusy} onClick={on.onMake} data-autofocus>
              Создать ссылку
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
