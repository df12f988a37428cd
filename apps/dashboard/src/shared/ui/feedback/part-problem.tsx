import { Alert, Button, Stack } from '@mantine/core';
import { loadAdvice } from '../../errors/load-advice.ts';
import { MissingPart } from './common-problem.tsx';
import { useProblem } from './problems.ts';

type PartProblemProps = {
  error: unknown;
  /** «Ссылки не загрузились». */
  what: string;
  onRetry: () => void;
};

/** A part of a page did not come: why, and the way to ask again; the page tells it where others lack the same. */
export function PartProblem({ error, what, onRetry }: PartProblemProps) {
  if (useProblem(error)) return <MissingPart what={what} />;
  return (
    <Alert role="alert" color="red" title={what}>
      <Stack gap="sm" align="start">
        {loadAdvice(error, what)}
        <Button variant="default" onClick={onRetry}>
          Повторить
        </Button>
      </Stack>
    </Alert>
  );
}
