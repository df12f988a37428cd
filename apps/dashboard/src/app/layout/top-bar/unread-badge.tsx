import { SessionQueryProvider } from '@/app/queries.tsx';
import { UnreadCount } from '@/features/messages/unread-count.tsx';

/** Number of unread messages next to the bell. */
export default function UnreadBadge() {
  return (
    <SessionQueryProvider>
      <UnreadCount />
    </SessionQueryProvider>
  );
}
