import { Drawer } from '@mantine/core';
import { SessionQueryProvider } from '@/app/queries.tsx';
import { MessageList } from '@/features/messages/message-list.tsx';
import { useReturnFocus } from '@/shared/ui/dialog/use-return-focus.ts';

/** Notifications in a drawer over the page. */
export default function BellDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  useReturnFocus(isOpen);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={400}
      title="Уведомления"
      transitionProps={{ duration: 180, timingFunction: 'ease-out' }}
    >
      <SessionQueryProvider>
        <MessageList onFollow={onClose} />
      </SessionQueryProvider>
    </Drawer>
  );
}
