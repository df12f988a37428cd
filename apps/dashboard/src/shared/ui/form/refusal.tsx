import { Alert } from '@mantine/core';
import type { ErrorSentence } from '../../errors/sentence.ts';
import { useTold } from './use-told.ts';

/** Error message of an action, next to its button. Screen readers announce it. */
export function Refusal({ failure }: { failure: ErrorSentence | null }) {
  const alert = useTold(failure);
  return (
    failure && (
      <Alert ref={alert} tabIndex={-1} role="alert" color="red" title={failure.title}>
        {failure.advice}
      </Alert>
    )
  );
}
