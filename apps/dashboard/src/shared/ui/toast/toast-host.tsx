import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastsWanted } from './toast.ts';

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }));

/** The place of the toasts in the tree. */
export const ToastHost = () =>
  useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get) && (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
