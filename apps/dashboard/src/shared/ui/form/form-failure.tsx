import { Alert } from '@mantine/core';
import type { ErrorSentence } from '../../errors/sentence.ts';
import { IconAlertCircle } from '../icons.ts';

/** Refusal of a form, above its button; `role="alert"` announces it. */
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
