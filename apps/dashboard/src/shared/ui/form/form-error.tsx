import { Alert } from '@mantine/core';
import type { ErrorText } from '@/shared/errors/explain-error.ts';
import { IconAlertCircle } from '../icons.ts';
import { useErrorFocus } from './use-error-focus.ts';

/** Error message above the submit button of a form. Screen readers announce it. */
export function FormError({ failure }: { failure: ErrorText | null }) {
  const alert = useErrorFocus(failure);
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
