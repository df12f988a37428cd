import type { ToastContent } from './toaster.tsx';

export type { ToastContent };

type Tone = 'success' | 'error';

let wanted = false;
const listeners = new Set<() => void>();

/** Store that becomes true with the first toast. The code of the toasts is not loaded before. */
export const toastsWanted = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => wanted,
};

async function show(tone: Tone, content: ToastContent): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { showToast } = await import('./toaster.tsx');
  showToast(tone, content);
}

/** Shows a toast. It disappears after 3 seconds. */
export const toast = {
  success: (content: ToastContent) => show('success', content),
  error: (content: ToastContent) => show('error', content),
};
