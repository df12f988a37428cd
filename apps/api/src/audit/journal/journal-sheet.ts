import { JOURNAL_KIND_LABELS, type JournalEntry } from '@referral-dashboard/api-contract';
import type { Sheet, WithTimeZone } from '../../platform/export/columns.ts';

const listSide = (changes: JournalEntry['changes'], side: 'before' | 'after') =>
  changes.flatMap((change) => (change[side] === null ? [] : [`${change.field}: ${change[side]}`])).join('\n');

/** Sheet for the export of the journal. */
export const journalSheet: Sheet<JournalEntry & WithTimeZone> = {
  name: 'Журнал',
  latinName: 'journal',
  columns: [
    { title: 'Когда', width: 17, kind: 'time', value: ({ at }) => at },
    { title: 'Кто', width: 26, kind: 'text', value: ({ actor }) => actor?.name ?? 'Система' },
    { title: 'Что сделано', width: 34, kind: 'text', value: ({ title }) => title },
    { title: 'Вид объекта', width: 22, kind: 'text', value: ({ kind }) => JOURNAL_KIND_LABELS[kind] },
    { title: 'Объект', width: 30, kind: 'text', value: ({ object }) => object.name },
    {
      title: 'Поля',
      width: 30,
      kind: 'text',
      value: ({ changes }) => changes.map(({ field }) => field).join(', '),
    },
    { title: 'Было', width: 40, kind: 'text', value: ({ changes }) => listSide(changes, 'before') },
    { title: 'Стало', width: 40, kind: 'text', value: ({ changes }) => listSide(changes, 'after') },
    { title: 'Причина', width: 40, kind: 'text', value: ({ reason }) => reason },
    { title: 'Номер запроса', width: 38, kind: 'text', value: ({ request_id }) => request_id },
  ],
};
