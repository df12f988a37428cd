import { UnreadCount } from '../../../features/messages/unread-count.tsx';
import { Queries } from '../../queries.tsx';

/** Number of unread messages next to the bell. */
export default function Unread() {
  return (
    <Queries>
      <UnreadCount />
    </Queries>
  );
}
