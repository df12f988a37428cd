import { Button, Group, Stack, Text } from '@mantine/core';
import { formatNumber } from '@/shared/format/count.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { RefusedLeads } from './refused-leads.tsx';
import { UNDO_FAILED_TITLE, type UndoOutcome } from './use-undo.ts';

type UndoResultProps = { outcome: UndoOutcome & { total: number }; onClose: () => void };

/** Result of an undo that did not return all leads to their former status. */
export default function UndoResult({ outcome, onClose }: UndoResultProps) {
  const { undone, refused, total, problem } = outcome;
  const title = undone.length === 0 ? UNDO_FAILED_TITLE : 'Отменено не для всех лидов';
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack gap="md">
        {problem && <Text role="alert">{[problem.title, problem.advice].filter(Boolean).join('. ')}</Text>}
        <Text>
          {`В прежний статус вернулось ${formatNumber(undone.length)} из ${formatNumber(total)}. Остальные остались в новом${refused.length > 0 ? ':' : '.'}`}
        </Text>
        <RefusedLeads refused={refused} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Понятно</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
