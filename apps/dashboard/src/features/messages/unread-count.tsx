import { VisuallyHidden } from '@mantine/core';
import { messageRoutes } from '@referral-dashboard/api-contract';
import { useRead } from '../../shared/api/use-read.ts';
import classes from './unread-count.module.css';

const MINUTE_MS = 60_000;
/** The largest number that fits beside the bell. */
const MOST = 99;

/** Number of unread messages: a number to the eye, with words for screen readers. Nothing while it is not known. */
export function UnreadCount() {
  const { data } = useRead(messageRoutes.messageCounts, {}, { everyMs: MINUTE_MS });
  const unread = data?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <>
      <span className={classes['count']} aria-hidden>
        {unread > MOST ? `${MOST}+` : unread}
      </span>
      <VisuallyHidden>, непрочитанных: {unread}</VisuallyHidden>
    </>
  );
}
