import { UnreadCount } from '../../../features/messages/unread-count.tsx';
import { SessionQueryProvider } from '../../queries.tsx';

/** Number of unread messages next to the bell. */
export default function UnreadBadge() {
  return (
    <SessionQueryProvider>
      <UnreadCount />
    </SessionQueryProvider>
  );
}
