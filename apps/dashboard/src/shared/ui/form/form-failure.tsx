import { Alert } from '@mantine/core';
import type { ErrorSentence } from '../../errors/sentence.ts';
import { IconAlertCircle } from '../icons.ts';
import { useTold } from './use-told.ts';

/** Error message above the submit button of a form. Screen readers announce it. */
export function FormFailure({ failure }: { failure: ErrorSentence | null }) {
  const alert = useTold(failure);
  return (
    failure && (
      <Alert
        ref={alert}
        tabIndex={-1}
        role="alert"
        color="red"
        icon={<IconAlertCircle size={20} stroke={1.75} />}
        title={failure.advice === '' ? undefined : failure.title}
      >
        {failure.advice || failure.title}
      </Alert>
    )
  );
}
