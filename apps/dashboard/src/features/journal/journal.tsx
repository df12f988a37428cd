import { Text } from '@mantine/core';
import { JOURNAL_KIND_LABELS, type JournalEntry, journalRoutes } from '@referral-dashboard/api-contract';
import { lazy, type ReactNode } from 'react';
import type { Column, ListDefinition } from '@/shared/list/definition.ts';
import { List } from '@/shared/list/list.tsx';
import { Cell, MomentCell } from '@/shared/list/table/cell.tsx';
import { journalFilters } from './journal-filters.ts';

const EntryPanel = lazy(() => import('./entry-panel.tsx'));

const getActorName = ({ actor }: JournalEntry) => actor?.name || 'Система';
const getObjectName = ({ kind, object }: JournalEntry) => object.name || JOURNAL_KIND_LABELS[kind];

/** For example «Статус: Новый → В работе»; only the field name when the values are not stored. */
const formatChange = ({ field, before, after }: JournalEntry['changes'][number]) =>
  before === null && after === null
    ? field
    : `${field}: ${[before, after].filter((value) => value !== null).join(' → ')}`;

/** The first change and the number of further changes. */
function summarizeChanges({ changes, reason }: JournalEntry): string {
  const [firstChange, ...otherChanges] = changes;
  if (firstChange === undefined) return reason;
  return `${formatChange(firstChange)}${otherChanges.length > 0 ? ` и еще ${otherChanges.length}` : ''}`;
}

const columns: readonly Column<JournalEntry>[] = [
  {
    name: 'title',
    label: 'Что сделано',
    priority: 1,
    cell: (entry) => <Cell second={JOURNAL_KIND_LABELS[entry.kind]}>{entry.title}</Cell>,
  },
  { name: 'object', label: 'Объект', priority: 2, width: 14, cell: getObjectName },
  {
    name: 'changes',
    label: 'Что изменилось',
    priority: 3,
    width: 18,
    cell: (entry) => <Cell second={entry.changes.length > 0 && entry.reason}>{summarizeChanges(entry)}</Cell>,
  },
  { name: 'actor', label: 'Кто', priority: 1, width: 10, cell: getActorName },
  {
    name: 'at',
    label: 'Когда',
    ordering: 'at',
    priority: 1,
    width: 9,
    cell: ({ at }) => <MomentCell at={at} />,
  },
];

const journalList: ListDefinition<JournalEntry> = {
  name: 'journal',
  noun: ['запись', 'записи', 'записей'],
  page: journalRoutes.journal,
  counts: journalRoutes.journalCounts,
  export: journalRoutes.exportJournal,
  tabs: [],
  columns,
  filters: journalFilters,
  search: 'Номер, партнер, лид или программа',
  label: (entry) => `${entry.title}, ${getObjectName(entry)}`,
  card: (entry, { formatDay, formatTime }) => ({
    title: entry.title,
    note: [getObjectName(entry), summarizeChanges(entry)].filter(Boolean).join(' · '),
    status: (
      <Text size="xs" c="dimmed">
        {getActorName(entry)}
      </Text>
    ),
    time: `${formatDay(entry.at)}, ${formatTime(entry.at)}`,
  }),
  emptyState: {
    title: 'Записей пока нет',
    advice: 'Здесь появится все, что сотрудники и партнеры изменят в организации',
  },
};

/** All changes in the organization, newest first. */
export const Journal = ({ header }: { header: ReactNode }) => (
  <List definition={journalList} header={header} panel={EntryPanel} />
);
