import { lazy, Suspense } from 'react';
import { useSignOutReason } from '@/shared/sign-out-reason.ts';

// Loaded separately because few visitors need it. Without a connection the form is shown without it.
const SignOutMessage = lazy(() => import('./sign-out-message.tsx').catch(() => ({ default: () => <></> })));

/** Explains why the user has to sign in again. */
export function SignOutNotice() {
  const reason = useSignOutReason();
  return (
    <Suspense fallback={null}>{reason && reason !== 'logout' && <SignOutMessage reason={reason} />}</Suspense>
  );
}
