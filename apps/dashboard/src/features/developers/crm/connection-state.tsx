import { Text } from '@mantine/core';
import type { CrmConnection } from '@referral-dashboard/api-contract';
import { StatusMark } from '@/entities/status/status-mark.tsx';
import type { Dates } from '@/shared/format/date.ts';
import { useDates } from '@/shared/format/use-dates.ts';

/** State of a connection, with its deals and its last problem. */
export function ConnectionState({ connection }: { connection: CrmConnection }) {
  const { state, is_on } = connection;
  const dates = useDates();
  return (
    <>
      {state === 'broken' ? (
        <StatusMark shape="cross">Не работает</StatusMark>
      ) : is_on ? (
        <StatusMark shape="disc">Работает</StatusMark>
      ) : (
        <StatusMark shape="dash">Выключена</StatusMark>
      )}
      {describe(connection, dates).map((line) => (
        <Text key={line} size="sm" c="dimmed">
          {line}
        </Text>
      ))}
    </>
  );
}

function describe(connection: CrmConnection, { formatMoment }: Dates): string[] {
  const { state, cause, is_on, deals } = connection;
  const { sent, waiting, failed, last_sent_at, problem } = deals;
  return [
    state === 'broken' && cause,
    !is_on && state === 'connected' && 'Включите, и новые лиды станут сделками',
    is_on && last_sent_at === null && 'Лиды еще не передавались',
    last_sent_at !== null && `Передано лидов: ${sent}, последний ${formatMoment(last_sent_at)}`,
    waiting > 0 && `В очереди: ${waiting}`,
    failed > 0 && `Не переданы за трое суток: ${failed}. Проверьте связь, и мы повторим`,
    state === 'connected' && waiting + failed > 0 && problem,
    is_on && describeEvent(connection, formatMoment),
  ].filter((line) => line !== false && line !== '') as string[];
}

function describeEvent(
  { last_event_at, last_event }: CrmConnection,
  formatMoment: Dates['formatMoment'],
): string {
  if (last_event_at === null) return 'Событий из CRM еще не было: настройте их в меню';
  return last_event === '' ? `Последнее событие ${formatMoment(last_event_at)}` : last_event;
}
