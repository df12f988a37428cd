import { Alert, Button, Stack } from '@mantine/core';
import { isApiFailure } from '../api/failure.ts';
import { errorSentence } from '../errors/sentence.ts';

type PartProblemProps = {
  error: unknown;
  /** What did not come: «Ссылки не загрузились». */
  what: string;
  onRetry: () => void;
};

/** A part of a page did not come: why, and the way to ask again. */
export function PartProblem({ error, what, onRetry }: PartProblemProps) {
  const { title, advice } = errorSentence(error, what);
  const incident = isApiFailure(error) && error.incident;
  return (
    <Alert role="alert" color="red" title={what}>
      <Stack gap="sm" align="start">
        {[
          title === what ? '' : title.replace(/\.$/, ''),
          advice.replace(': введенное сохранено', '').replace(/\.$/, ''),
          incident && `Номер для техподдержки: ${incident}`,
        ]
          .filter(Boolean)
          .join('. ')}
        <Button variant="default" onClick={onRetry}>
          Повторить
        </Button>
      </Stack>
    </Alert>
  );
}
