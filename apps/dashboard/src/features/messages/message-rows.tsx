import { Anchor, Group, Text, UnstyledButton } from '@mantine/core';
import type { Message } from '@referral-dashboard/api-contract';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '@/shared/format/count.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import type { MessageGroup } from './message-groups.ts';
import classes from './message-list.module.css';

type MessageActions = {
  onRead: (messages: readonly Message[]) => void;
  onFollow: (message: Message) => void;
};

const MESSAGE_FORMS = ['уведомление', 'уведомления', 'уведомлений'] as const;

/** Messages of one group, collapsed to one line at first. */
export function MessageGroupRows({ group, ...actions }: MessageActions & { group: MessageGroup }) {
  const [isOpen, setOpen] = useState(false);
  const { label, messages } = group;
  const [latestMessage] = messages;
  const isUnread = messages.some(({ read_at }) => read_at === null);
  return (
    <>
      <div className={classes['row']} data-unread={isUnread || undefined}>
        <UnstyledButton className={classes['opener']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Text span fw={isUnread ? 600 : 400} c="var(--mantine-color-anchor)">
            {label}: {formatCount(messages.length, MESSAGE_FORMS)}
          </Text>
        </UnstyledButton>
        <MessageFooter time={latestMessage.created_at}>
          {isUnread && (
            <ReadButton
              label={`Прочитано: ${label}, ${messages.length}`}
              onClick={() => actions.onRead(messages)}
            />
          )}
        </MessageFooter>
      </div>
      {isOpen && (
        <ul className={classes['list']} data-inner>
          {messages.map((message) => (
            <li key={message.id}>
              <MessageRow message={message} {...actions} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** One message with the link to its page. */
export function MessageRow({ message, onRead, onFollow }: MessageActions & { message: Message }) {
  const { title, path, text, created_at, read_at } = message;
  const isUnread = read_at === null;
  return (
    <div className={classes['row']} data-unread={isUnread || undefined}>
      <Text fw={isUnread ? 600 : 400}>
        {path === '' ? (
          title
        ) : (
          <Anchor component={Link} to={path} inherit onClick={() => onFollow(message)}>
            {title}
          </Anchor>
        )}
      </Text>
      <Text>{text}</Text>
      <MessageFooter time={created_at}>
        {isUnread && <ReadButton label={`Прочитано: ${title}`} onClick={() => onRead([message])} />}
      </MessageFooter>
    </div>
  );
}

function MessageFooter({ time, children }: { time: string; children: ReactNode }) {
  const { formatMoment } = useDates();
  return (
    <Group gap="sm">
      <Text c="dimmed" size="xs">
        {formatMoment(time)}
      </Text>
      {children}
    </Group>
  );
}

const ReadButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Anchor component="button" type="button" size="xs" aria-label={label} onClick={onClick}>
    Прочитано
  </Anchor>
);
