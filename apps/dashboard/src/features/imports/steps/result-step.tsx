import { Alert, Button, Group, Stack } from '@mantine/core';
import type { ImportView } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { AnotherFile } from '../another-file.tsx';
import { hasRows, KINDS } from '../import.ts';
import { RefusedFile } from '../refused-file.tsx';
import { RowCounts } from '../row-counts.tsx';
import { RowList } from '../row-list.tsx';
import { UndoButton } from '../undo-button.tsx';
import { useRun } from '../use-run.ts';

const TITLES = {
  done: 'Файл загружен',
  canceled: 'Загрузка остановлена, загруженные строки остались',
  failed: 'Загрузка прервалась',
  undone: 'Загрузка отменена',
};

/** Last step: what the run has done. */
export function ResultStep({ view }: { view: ImportView }) {
  const { id, kind, state, counts, problem } = view;
  const { run, isPending, failure } = useRun(id);
  const isDone = state === 'done';
  return (
    <Stack gap="lg">
      <Alert
        role="status"
        color={isDone ? 'green' : 'amber'}
        title={TITLES[state === 'canceled' || state === 'failed' || state === 'undone' ? state : 'done']}
      >
        {problem}
      </Alert>
      <RowCounts counts={counts} isDone />
      <ActionError failure={failure} />
      <Group>
        {isDone ? (
          <Button component={Link} to={KINDS[kind].list}>
            {KINDS[kind].toList}
          </Button>
        ) : (
          state !== 'undone' &&
          hasRows(view) && (
            <Button loading={isPending} onClick={run}>
              Продолжить загрузку
            </Button>
          )
        )}
        <AnotherFile kind={kind} />
        {counts.refused > 0 && <RefusedFile id={id} />}
        <UndoButton view={view} />
      </Group>
      {state === 'undone' && counts.created > 0 && (
        <RowList id={id} title="Осталось после отмены" state="created" />
      )}
      {counts.refused > 0 && <RowList id={id} title="Строки с ошибками" state="refused" />}
      {counts.skipped > 0 && <RowList id={id} title="Пропущенные строки" state="skipped" />}
    </Stack>
  );
}
