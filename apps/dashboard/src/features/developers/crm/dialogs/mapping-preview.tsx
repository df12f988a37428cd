import { List, Stack, Text } from '@mantine/core';
import { type CrmPreview, stateMachines } from '@referral-dashboard/api-contract';
import { explainError } from '@/shared/errors/explain-error.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';

/** Number of moves that are listed. */
const MAX_MOVES = 10;

const { labels } = stateMachines.lead;

type MappingPreviewProps = { preview: CrmPreview | undefined; error: Error | null };

/** What a mapping would do with the last deals. */
export function MappingPreview({ preview, error }: MappingPreviewProps) {
  if (error !== null) return <ActionError failure={explainError(error, 'Проверка не удалась').alert} />;
  if (preview === undefined) return null;
  const { deals, foreign, unchanged, moves, unmapped } = preview;
  return (
    <Stack gap={4} role="status">
      <Text size="sm">
        Прочитано сделок: {deals}. Не от нас: {foreign}. Без изменений: {unchanged}. Изменят статус лида:{' '}
        {moves.length}.
      </Text>
      <List size="sm" spacing={4}>
        {moves.slice(0, MAX_MOVES).map(({ lead, stage, from, to, problem }) => (
          <List.Item key={lead.id}>
            {lead.number}, стадия «{stage}»: {labels[from]} → {labels[to]}
            {problem !== '' && (
              <Text size="sm" c="dimmed">
                {problem}
              </Text>
            )}
          </List.Item>
        ))}
        {unmapped.map(({ stage, deals: count }) => (
          <List.Item key={stage}>
            Для стадии «{stage}» статус не выбран. Сделок: {count}
          </List.Item>
        ))}
      </List>
      {moves.length > MAX_MOVES && (
        <Text size="sm" c="dimmed">
          И еще лидов: {moves.length - MAX_MOVES}
        </Text>
      )}
    </Stack>
  );
}
