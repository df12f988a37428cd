import { Alert, Button, Stack } from '@mantine/core';
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
  return (
    <Alert role="alert" color="red" title={what}>
      <Stack gap="sm" align="start">
        {[title === what ? '' : title, advice.replace(': введенное сохранено', '')]
          .filter(Boolean)
          .join('. ')}
        <Button variant="default" onClick={onRetry}>
          Повторить
        </Button>
      </Stack>
    </Alert>
  );
}
