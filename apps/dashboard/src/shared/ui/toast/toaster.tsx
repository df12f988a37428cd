import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';

export type ToastContent = {
  title: string;
  description: string;
  /** Adds an undo button. The toast then stays for 10 seconds. */
  onUndo?: () => void;
};

export const TOAST_DURATION_MS = 3000;
const UNDO_MS = 10_000;

export const showToast = (tone: 'success' | 'error', { title, description, onUndo }: ToastContent) => {
  const id = notifications.show({
    title,
    message: (
      <>
        {description}
        {onUndo && (
          <Button
            variant="subtle"
            size="compact-sm"
            ml="xs"
            onClick={() => {
              notifications.hide(id);
              onUndo();
            }}
          >
            Отменить
          </Button>
        )}
      </>
    ),
    color: tone === 'success' ? 'green' : 'red',
    ...(onUndo && { autoClose: UNDO_MS }),
  });
};

/** Toast container. Mounted with the first toast. */
export const Toaster = () => (
  <Notifications
    position="top-center"
    autoClose={TOAST_DURATION_MS}
    containerWidth={400}
    limit={3}
    pauseResetOnHover="all"
  />
);
