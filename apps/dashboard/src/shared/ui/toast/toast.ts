import type { ToastContent } from './toaster.tsx';

export type { ToastContent };

type Tone = 'success' | 'error';

let isRequested = false;
const listeners = new Set<() => void>();

/** Store that becomes true with the first toast. The code of the toasts is not loaded before. */
export const toasterStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => isRequested,
};

async function show(tone: Tone, content: ToastContent): Promise<void> {
  isRequested = true;
  for (const listener of listeners) listener();
  const { showToast } = await import('./toaster.tsx');
  showToast(tone, content);
}

/** Shows a toast. It disappears after 3 seconds. */
export const toast = {
  success: (content: ToastContent) => show('success', content),
  error: (content: ToastContent) => show('error', content),
};
