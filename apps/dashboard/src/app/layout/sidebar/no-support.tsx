import { Button, Group, Stack, Text } from '@mantine/core';
import { useRole } from '../../../shared/api/use-api.ts';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';

const ADVICE = {
  organization:
    'Адрес техподдержки пока не указан. С вопросом обратитесь к владельцу кабинета или к тому, кто его установил: адрес задается в настройках сервера.',
  partner: 'Адрес техподдержки пока не указан. С вопросом обратитесь к организации, с которой вы работаете.',
} as const;

/** Shown instead of the support address where none is configured. */
export default function NoSupport({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Техподдержка">
      <Stack gap="md">
        <Text>{ADVICE[useRole() ?? 'partner']}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>Понятно</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
