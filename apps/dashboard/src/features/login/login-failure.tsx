import { Alert } from '@mantine/core';
import type { ErrorSentence } from '../../shared/errors/sentence.ts';
import { IconAlertCircle } from '../../shared/ui/icons.ts';

/** Says above the button why nobody was signed in; `role="alert"` says it aloud. */
export const LoginFailure = ({ failure }: { failure: ErrorSentence | null }) =>
  failure && (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertCircle size={20} stroke={1.75} />}
      title={failure.advice === '' ? undefined : failure.title}
    >
      {failure.advice || failure.title}
    </Alert>
  );
