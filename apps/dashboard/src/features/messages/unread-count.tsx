import { VisuallyHidden } from '@mantine/core';
import { messageRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import classes from './unread-count.module.css';

const MINUTE_MS = 60_000;
/** Largest number that fits next to the bell. */
const MAX_COUNT = 99;

/** Number of unread message groups. Screen readers get the number of messages. Renders nothing while loading. */
export function UnreadCount() {
  const { data } = useApiQuery(messageRoutes.messageCounts, {}, { refetchIntervalMs: MINUTE_MS });
  const { unread = 0, groups = 0 } = data ?? {};
  if (unread === 0) return null;
  return (
    <>
      <span className={classes['count']} aria-hidden>
        {groups > MAX_COUNT ? `${MAX_COUNT}+` : groups}
      </span>
      <VisuallyHidden>, непрочитанных: {unread}</VisuallyHidden>
    </>
  );
}
