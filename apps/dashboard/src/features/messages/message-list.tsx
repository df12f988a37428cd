import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type Message, messageRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '../../shared/api/use-read.ts';
import { useWrite } from '../../shared/api/use-write.ts';
import { errorSentence } from '../../shared/errors/sentence.ts';
import { formatMoment } from '../../shared/format/date.ts';
import { paths } from '../../shared/paths.ts';
import { PartProblem } from '../../shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '../../shared/ui/feedback/text-skeleton.tsx';
import { PageButtons } from '../../shared/ui/page-buttons.tsx';
import { toast } from '../../shared/ui/toast/toast.ts';
import classes from './message-list.module.css';

const STALE = [messageRoutes.messages];

/** The person's messages, the latest first. `onFollow`: one of them was opened. */
export function MessageList({ onFollow }: { onFollow: () => void }) {
  const [cursor, setCursor] = useState('');
  const { data, error, refetch } = useRead(
    messageRoutes.messages,
    { query: { cursor } },
    { keepPrevious: true, isLive: true },
  );
  const read = useWrite(messageRoutes.readMessages, STALE);
  if (data === undefined)
    return error ? (
      <PartProblem error={error} what="Уведомления не загрузились" onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton lines={6} label="Уведомления загружаются" />
    );
  const { results, next, previous } = data;
  if (results.length === 0)
    return (
      <Stack gap="sm" align="start">
        <Text c="dimmed">Уведомлений пока нет. Здесь появятся новые лиды, выплаты и другие события.</Text>
        <SettingsLink onFollow={onFollow} />
      </Stack>
    );
  const tell = (reason: unknown) => {
    const { title, advice } = errorSentence(reason, 'Не удалось отметить прочитанным');
    void toast.error({ title, description: advice || 'Повторите попытку' });
  };
  const readAll = () => read.mutate({ body: {} }, { onError: tell });
  const follow = ({ id, read_at }: Message) => {
    if (read_at === null) read.mutate({ body: { ids: [id] } }, { onError: tell });
    onFollow();
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          loading={read.isPending}
          disabled={!results.some(({ read_at }) => read_at === null) && previous === null && next === null}
          onClick={readAll}
        >
          Прочитать все
        </Button>
        <SettingsLink onFollow={onFollow} />
      </Group>
      <ul className={classes['list']}>
        {results.map((message) => (
          <li key={message.id} className={classes['row']} data-unread={message.read_at === null || undefined}>
            <MessageTitle message={message} onFollow={() => follow(message)} />
            <Text>{message.text}</Text>
            <Group gap="sm">
              <Text c="dimmed" size="xs">
                {formatMoment(message.created_at)}
              </Text>
              {message.read_at === null && (
                <Anchor
                  component="button"
                  type="button"
                  size="xs"
                  aria-label={`Прочитано: ${message.title}`}
                  onClick={() => read.mutate({ body: { ids: [message.id] } }, { onError: tell })}
                >
                  Прочитано
                </Anchor>
              )}
            </Group>
          </li>
        ))}
      </ul>
      {(next ?? previous) !== null && (
        <Group justify="flex-end" gap="xs">
          <PageButtons previous={previous} next={next} onTurn={setCursor} />
        </Group>
      )}
    </Stack>
  );
}

const MessageTitle = ({
  message: { title, path, read_at },
  onFollow,
}: {
  message: Message;
  onFollow: () => void;
}) => (
  <Text fw={read_at === null ? 600 : 400}>
    {path === '' ? (
      title
    ) : (
      <Anchor component={Link} to={path} inherit onClick={onFollow}>
        {title}
      </Anchor>
    )}
  </Text>
);

const SettingsLink = ({ onFollow }: { onFollow: () => void }) => (
  <Anchor component={Link} to={paths.notifications} size="sm" onClick={onFollow}>
    Настроить
  </Anchor>
);
