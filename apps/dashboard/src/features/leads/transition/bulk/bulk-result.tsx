import { Button, Group, Stack, Text } from '@mantine/core';
import { formatNumber } from '@/shared/format/count.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { RefusedLeads } from '../refused-leads.tsx';
import type { Outcome } from './use-bulk-transition.ts';

type BulkResultProps = {
  outcome: Outcome;
  /** Moves the leads back to their previous status. Undefined if that is not possible. */
  onUndo: (() => void) | undefined;
  onClose: () => void;
};

const getTitle = ({ moved, isStopped, problem }: Outcome) =>
  isStopped ? 'Остановлено' : problem && moved === 0 ? 'Статусы не изменены' : 'Изменены не все';

/** Result of a bulk transition that did not move all leads. */
export default function BulkResult({ outcome, onUndo, onClose }: BulkResultProps) {
  const { moved, refused, total, problem } = outcome;
  return (
    <Dialog opened onClose={onClose} title={getTitle(outcome)}>
      <Stack gap="md">
        {problem && <Text role="alert">{[problem.title, problem.advice].filter(Boolean).join('. ')}</Text>}
        {(moved > 0 || !problem) && (
          <Text>
            {`Изменено ${formatNumber(moved)} из ${formatNumber(total)}. Остальные как были${refused.length > 0 ? ':' : '.'}`}
          </Text>
        )}
        <RefusedLeads refused={refused} />
        <Group justify="flex-end">
          {onUndo && (
            <Button variant="default" onClick={onUndo}>
              Отменить изменения
            </Button>
          )}
          <Button onClick={onClose}>Понятно</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
