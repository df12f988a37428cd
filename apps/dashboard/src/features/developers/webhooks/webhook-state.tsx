import { Text } from '@mantine/core';
import type { Webhook } from '@referral-dashboard/api-contract';
import { StatusMark } from '@/entities/status/status-mark.tsx';
import { useDates } from '@/shared/format/use-dates.ts';

/** State of a webhook, with its last attempt and its queue. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { formatDay, formatMoment } = useDates();
  const { state, failing_since, is_unreadable, previous_secret_until, waiting, last_attempt } = webhook;
  return (
    <>
      {is_unreadable ? (
        <>
          <StatusMark shape="cross">Секрет не читается</StatusMark>
          <Text size="sm">Замените секрет</Text>
        </>
      ) : state === 'failing' && failing_since !== null ? (
        <StatusMark shape="cross">Ошибки с {formatDay(failing_since)}</StatusMark>
      ) : state === 'off' ? (
        <StatusMark shape="dash">Выключен</StatusMark>
      ) : (
        <StatusMark shape="disc">Работает</StatusMark>
      )}
      <Text size="sm" c="dimmed">
        {last_attempt === null
          ? 'Запросов еще не было'
          : last_attempt.is_delivered
            ? `Последнее событие доставлено ${formatMoment(last_attempt.at)}`
            : `Не доставлено ${formatMoment(last_attempt.at)}. ${last_attempt.problem}`}
      </Text>
      {waiting > 0 && (
        <Text size="sm" c="dimmed">
          В очереди: {waiting}
        </Text>
      )}
      {previous_secret_until !== null && (
        <Text size="sm" c="dimmed">
          Прежний секрет действует до {formatMoment(previous_secret_until)}
        </Text>
      )}
    </>
  );
}
