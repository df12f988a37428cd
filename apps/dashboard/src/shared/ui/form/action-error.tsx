import { Alert } from '@mantine/core';
import type { ErrorText } from '@/shared/errors/explain-error.ts';
import { useErrorFocus } from './use-error-focus.ts';

/** Error message of an action, next to its button. Screen readers announce it. */
export function ActionError({ failure }: { failure: ErrorText | null }) {
  const alert = useErrorFocus(failure);
  return (
    failure && (
      <Alert ref={alert} tabIndex={-1} role="alert" color="red" title={failure.title}>
        {failure.advice}
      </Alert>
    )
  );
}
