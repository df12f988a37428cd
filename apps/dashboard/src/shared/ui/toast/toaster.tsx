import { Button } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';

export type ToastContent = {
  title: string;
  description: string;
  /** Takes back what the toast tells of; it then stays for 10 seconds. */
  onUndo?: () => void;
};

/** Time a toast stays, in milliseconds. */
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

/** Draws the toasts; mounted once, when the first is asked for. */
export const Toaster = () => (
  <Notifications
    position="bottom-center"
    autoClose={TOAST_DURATION_MS}
    containerWidth={400}
    limit={3}
    pauseResetOnHover="all"
  />
);
