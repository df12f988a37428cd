import { lazy, Suspense } from 'react';
import { useSignOutReason } from '../../shared/sign-out-reason.ts';

// Few visitors need the sentences. Without a connection the form is shown without them.
const SignOutWords = lazy(() => import('./sign-out-words.tsx').catch(() => ({ default: () => <></> })));

/** Reason for which the user has to sign in again. */
export function SignOutNotice() {
  const reason = useSignOutReason();
  return (
    <Suspense fallback={null}>{reason && reason !== 'logout' && <SignOutWords reason={reason} />}</Suspense>
  );
}
