import { Anchor, Button, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Message } from '@referral-dashboard/api-contract';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { StatusGlyph } from '@/entities/status/status-glyph.tsx';
import { formatCount, formatNumber } from '@/shared/format/count.ts';
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
  return (
    <>
      <Row
        isUnread={messages.some(({ read_at }) => read_at === null)}
        time={latestMessage.created_at}
        title={
          <UnstyledButton
            className={classes['opener']}
            aria-expanded={isOpen}
            aria-label={`${label}: ${formatCount(messages.length, MESSAGE_FORMS)}`}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={classes['name']}>{label}</span>
            <span>: {formatNumber(messages.length)}</span>
          </UnstyledButton>
        }
        readLabel={`Отметить прочитанным: ${label}, ${messages.length}`}
        onRead={() => actions.onRead(messages)}
      />
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
  return (
    <Row
      isUnread={read_at === null}
      time={created_at}
      title={
        path === '' ? (
          title
        ) : (
          <Anchor component={Link} to={path} inherit onClick={() => onFollow(message)}>
            {title}
          </Anchor>
        )
      }
      readLabel={`Отметить прочитанным: ${title}`}
      onRead={() => onRead([message])}
    >
      {text !== '' && <Text className={classes['text']}>{text}</Text>}
    </Row>
  );
}

type RowProps = {
  isUnread: boolean;
  time: string;
  title: ReactNode;
  readLabel: string;
  onRead: () => void;
  children?: ReactNode;
};

/** One line with the unread mark, the title and the time; below it the text and the button of unread messages. */
function Row({ isUnread, time, title, readLabel, onRead, children }: RowProps) {
  const { formatTime } = useDates();
  const row = useRef<HTMLDivElement>(null);
  // The button disappears, so the row takes its focus.
  const handleRead = () => {
    row.current?.focus();
    onRead();
  };
  return (
    <div ref={row} tabIndex={-1} className={classes['row']} data-unread={isUnread || undefined}>
      <span className={classes['mark']}>
        {isUnread && (
          <>
            <StatusGlyph shape="disc" />
            <VisuallyHidden>Не прочитано</VisuallyHidden>
          </>
        )}
      </span>
      <div className={classes['title']}>{title}</div>
      <time className={classes['time']} dateTime={time}>
        {formatTime(time)}
      </time>
      <div className={classes['body']}>
        {children}
        {isUnread && (
          <Button
            variant="subtle"
            color="gray"
            fw={400}
            size="compact-sm"
            className={classes['read']}
            aria-label={readLabel}
            onClick={handleRead}
          >
            Отметить прочитанным
          </Button>
        )}
      </div>
    </div>
  );
}
