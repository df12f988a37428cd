import { Anchor, Stack, Title } from '@mantine/core';
import {
  type ImportKind,
  type ImportState,
  type Imports,
  importRoutes,
} from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount, formatNumber } from '@/shared/format/count.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { type RecordColumn, Records, toPage } from '@/shared/ui/records.tsx';
import { ROWS } from './import.ts';
import classes from './imports.module.css';
import { UndoButton } from './undo-button.tsx';

type Summary = Imports['results'][number];

const STATE_LABELS: Readonly<Record<ImportState, string>> = {
  uploaded: 'Столбцы не проверены',
  checking: 'Проверяется',
  checked: 'Проверен',
  running: 'Загружается',
  done: 'Загружен',
  canceled: 'Остановлен',
  failed: 'Прерван',
  undoing: 'Отменяется',
  undone: 'Отменен',
};

/** Files that were imported before, so that an unfinished import can be continued. */
export function LatestImports({ kind }: { kind: ImportKind }) {
  const read = useApiQuery(importRoutes.imports, { query: { kind } }, { isLive: true });
  const { linkTo } = useAddress();
  if (read.data?.results.length === 0) return null;
  const columns: RecordColumn<Summary>[] = [
    {
      label: 'Файл',
      cell: ({ id, name }) => (
        <Anchor component={Link} to={linkTo({ id })}>
          {name}
        </Anchor>
      ),
    },
    {
      label: 'Статус',
      cell: ({ state }) => <span className={classes['status']}>{STATE_LABELS[state]}</span>,
    },
    {
      label: 'В файле',
      isCollapsible: true,
      cell: ({ total, counts: { refused } }) =>
        `${formatCount(total, ROWS)}${refused > 0 ? `, с ошибками: ${formatNumber(refused)}` : ''}`,
    },
    {
      label: 'Когда и кто',
      isCollapsible: true,
      cell: ({ created_at, created_by }, { formatMoment }) => `${formatMoment(created_at)}, ${created_by}`,
    },
    { label: '', isAction: true, cell: (row) => <UndoButton view={row} isCompact /> },
  ];
  return (
    <Stack gap="xs">
      <Title order={2}>Последние файлы</Title>
      <Records
        label="Последние файлы"
        columns={columns}
        read={{ ...read, data: toPage(read.data?.results) }}
        emptyText=""
      />
    </Stack>
  );
}
