import { Stack, Text } from '@mantine/core';
import { JOURNAL_KIND_LABELS, type JournalEntry, journalRoutes } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelFrame } from '@/shared/list/panel/panel-frame.tsx';
import { PanelPlaceholder } from '@/shared/list/panel/panel-placeholder.tsx';
import { useAddress } from '@/shared/list/use-address.ts';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import classes from './journal.module.css';

const PANEL_TEXTS = { title: 'Запись', failed: 'Запись не открылась', missing: 'Такой записи нет' };

/** One journal entry: old and new values, author and reason. */
export default function EntryPanel({ id, item }: { id: string; item: JournalEntry | undefined }) {
  const { formatMoment } = useDates();
  const entryQuery = useApiQuery(journalRoutes.journalEntry, { params: { id } }, { placeholder: item });
  const { linkTo } = useAddress();
  const { data: entry, error, refetch } = entryQuery;
  if (entry === undefined)
    return <PanelPlaceholder error={error} onRetry={() => void refetch()} titles={PANEL_TEXTS} />;
  const { kind, object, actor, at, reason, changes, request_id } = entry;
  return (
    <PanelFrame number={JOURNAL_KIND_LABELS[kind]} title={entry.title}>
      <Facts labelWidth={128}>
        <Fact label="Объект">
          <Link to={linkTo({ object: [object.id], kind: null, actor: null, search: null, id: null })}>
            {object.name || 'Все записи об объекте'}
          </Link>
        </Fact>
        <Fact label="Кто">{actor?.name || 'Система'}</Fact>
        <Fact label="Когда">{formatMoment(at)}</Fact>
        <Fact label="Причина">{reason}</Fact>
        <Fact label="Номер запроса">{request_id}</Fact>
      </Facts>
      {changes.length === 0 ? (
        <Text c="dimmed">Значения полей не менялись</Text>
      ) : (
        <ChangesTable changes={changes} />
      )}
    </PanelFrame>
  );
}

const ChangesTable = ({ changes }: { changes: JournalEntry['changes'] }) => (
  <Stack gap={0}>
    <table className={classes['changes']} aria-label="Что изменилось">
      <thead>
        <tr>
          <th scope="col">Поле</th>
          <th scope="col">Было</th>
          <th scope="col">Стало</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            {before === null && after === null ? (
              <td colSpan={2} className={classes['notStored']}>
                Изменено, значения не хранятся
              </td>
            ) : (
              <>
                <td>{before ?? '—'}</td>
                <td>{after ?? '—'}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </Stack>
);
