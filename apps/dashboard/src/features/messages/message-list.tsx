import { Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { type Message, messageRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { paths } from '@/shared/paths.ts';
import { Notice } from '@/shared/ui/feedback/notice.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { IconBell } from '@/shared/ui/icons.ts';
import { PageButtons } from '@/shared/ui/page-buttons.tsx';
import { groupByDay } from './message-groups.ts';
import classes from './message-list.module.css';
import { MessageGroupRows, MessageRow } from './message-rows.tsx';

const STALE_ROUTES = [messageRoutes.messages];
/** Large pages keep the number of groups on a busy day small. */
const PAGE_SIZE = '100';

/** The user's messages, newest first, grouped by day and event. `onFollow` is called when a message link is opened. */
export function MessageList({ onFollow }: { onFollow: () => void }) {
  const dates = useDates();
  const [cursor, setCursor] = useState('');
  const { data, error, refetch } = useApiQuery(
    messageRoutes.messages,
    { query: { cursor, page_size: PAGE_SIZE } },
    { keepPrevious: true, isLive: true },
  );
  const readMutation = useApiMutation(messageRoutes.readMessages, STALE_ROUTES);
  if (data === undefined)
    return error ? (
      <PartProblem error={error} title="Уведомления не загрузились" onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton lines={6} label="Уведомления загружаются" />
    );
  const { results, next, previous } = data;
  if (results.length === 0)
    return (
      <Notice
        icon={<IconBell size={32} stroke={1.75} />}
        title="Уведомлений пока нет"
        actions={<SettingsLink onFollow={onFollow} />}
      >
        Здесь появятся новые лиды, выплаты и другие события
      </Notice>
    );
  const showFailure = (error: unknown) => showErrorToast(error, 'Не удалось отметить прочитанным');
  const markAllRead = () => readMutation.mutate({ body: {} }, { onError: showFailure });
  const markRead = (messages: readonly Message[]) => {
    const ids = messages.filter(({ read_at }) => read_at === null).map(({ id }) => id);
    if (ids.length > 0) readMutation.mutate({ body: { ids } }, { onError: showFailure });
  };
  const handleFollow = (message: Message) => {
    markRead([message]);
    onFollow();
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          loading={readMutation.isPending}
          disabled={!results.some(({ read_at }) => read_at === null) && previous === null && next === null}
          onClick={markAllRead}
        >
          Отметить все прочитанными
        </Button>
        <SettingsLink onFollow={onFollow} />
      </Group>
      {groupByDay(results, Date.now(), dates).map(({ day, label, groups }) => (
        <section key={day} aria-labelledby={`messages-${day}`}>
          <Title order={3} id={`messages-${day}`} className={classes['day']}>
            {label}
          </Title>
          <ul className={classes['list']}>
            {groups.map((group) => (
              <li key={group.key}>
                {group.messages.length === 1 ? (
                  <MessageRow message={group.messages[0]} onRead={markRead} onFollow={handleFollow} />
                ) : (
                  <MessageGroupRows group={group} onRead={markRead} onFollow={handleFollow} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {(next ?? previous) !== null && (
        <Group justify="flex-end" gap="xs">
          <PageButtons previous={previous} next={next} onPageChange={setCursor} />
        </Group>
      )}
    </Stack>
  );
}

const SettingsLink = ({ onFollow }: { onFollow: () => void }) => (
  <Anchor component={Link} to={paths.notifications} size="sm" onClick={onFollow}>
    Настроить
  </Anchor>
);
