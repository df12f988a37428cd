import { Button, Group, Stack, Text } from '@mantine/core';
import type { ImportView } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { formatCount } from '@/shared/format/count.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { ROWS_LOADED } from '../import.ts';
import { RefusedFile } from '../refused-file.tsx';
import { RowCounts } from '../row-counts.tsx';
import { RowList } from '../row-list.tsx';
import { useRun } from '../use-run.ts';

/** Third step: what the run will do. */
export function CheckedStep({ view: { id, counts } }: { view: ImportView }) {
  const { run, isPending, failure } = useRun(id);
  const { linkTo } = useAddress();
  const toWrite = counts.created + counts.changed;
  return (
    <Stack gap="lg">
      <RowCounts counts={counts} isDone={false} />
      {toWrite === 0 && (
        <Text>Загружать нечего: исправьте строки с ошибками или выберите другие столбцы.</Text>
      )}
      <ActionError failure={failure} />
      <Group>
        {toWrite > 0 && (
          <Button loading={isPending} onClick={run}>
            Загрузить {formatCount(toWrite, ROWS_LOADED)}
          </Button>
        )}
        <Button component={Link} to={linkTo({ step: 'columns' })} variant="default">
          Изменить столбцы
        </Button>
        {counts.refused > 0 && <RefusedFile id={id} />}
      </Group>
      {counts.refused > 0 && <RowList id={id} title="Строки с ошибками" state="refused" />}
      {counts.skipped > 0 && <RowList id={id} title="Пропустим" state="skipped" />}
    </Stack>
  );
}
