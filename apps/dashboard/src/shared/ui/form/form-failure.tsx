import { Alert } from '@mantine/core';
import type { ErrorSentence } from '../../errors/sentence.ts';
import { IconAlertCircle } from '../icons.ts';

/** Says above a form's button why it was refused; `role="alert"` says it aloud. */
export const FormFailure = ({ failure }: { failure: ErrorSentence | null }) =>
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
