import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasterStore } from './toast.ts';

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }));

/** Renders the toasts. Their code is loaded with the first toast. */
export const ToastHost = () =>
  useSyncExternalStore(toasterStore.subscribe, toasterStore.get) && (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
