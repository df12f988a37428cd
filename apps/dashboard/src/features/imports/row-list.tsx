import { Button, Group, Stack, Title } from '@mantine/core';
import { type ImportRowState, type ImportRows, importRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatNumber } from '@/shared/format/count.ts';
import { type RecordColumn, Records, toPage } from '@/shared/ui/records.tsx';

type Row = ImportRows['results'][number] & { id: string };

const COLUMNS: RecordColumn<Row>[] = [
  { label: 'Строка', cell: ({ number }) => `№ ${formatNumber(number)}` },
  { label: 'Данные', isCollapsible: true, cell: ({ text }) => text },
  {
    label: 'Причина',
    isWide: true,
    cell: ({ reasons }) =>
      reasons.map(({ column, detail }) => (column === null ? detail : `${column}: ${detail}`)).join(' '),
  },
];

type RowListProps = { id: string; title: string; state: ImportRowState };

/** Rows of an import in a state, with the reasons. */
export function RowList({ id, title, state }: RowListProps) {
  const [after, setAfter] = useState(0);
  const read = useApiQuery(
    importRoutes.importRows,
    { params: { id }, query: { state, after: String(after) } },
    { keepPrevious: true },
  );
  const next = read.data?.next ?? null;
  const rows = read.data?.results.map((row) => ({ ...row, id: String(row.number) }));
  return (
    <Stack gap="xs">
      <Title order={2}>{title}</Title>
      <Records
        label={title}
        columns={COLUMNS}
        read={{ ...read, data: toPage(rows) }}
        emptyText="Таких строк нет"
      />
      {(next !== null || after > 0) && (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={after === 0} onClick={() => setAfter(0)}>
            В начало
          </Button>
          <Button variant="default" disabled={next === null} onClick={() => next !== null && setAfter(next)}>
            Вперед
          </Button>
        </Group>
      )}
    </Stack>
  );
}
