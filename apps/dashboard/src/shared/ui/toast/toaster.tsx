import { Notifications, notifications } from '@mantine/notifications';

export type ToastContent = { title: string; description: string };

/** Time a toast stays, in milliseconds. */
export const TOAST_DURATION_MS = 3000;

export const showToast = (tone: 'success' | 'error', { title, description }: ToastContent) =>
  notifications.show({ title, message: description, color: tone === 'success' ? 'green' : 'red' });

/** Draws the toasts; mounted once, when the first is asked for. */
export const Toaster = () => (
  <Notifications
    position="top-center"
    autoClose={TOAST_DURATION_MS}
    containerWidth={400}
    limit={3}
    pauseResetOnHover="all"
  />
);
