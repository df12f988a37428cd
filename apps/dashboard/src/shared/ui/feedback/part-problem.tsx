import { Alert, Button, Stack } from '@mantine/core';
import { loadAdvice } from '../../errors/load-advice.ts';
import { MissingPart } from './common-problem.tsx';
import { useProblem } from './problems.ts';

type PartProblemProps = {
  error: unknown;
  /** E.g. «Ссылки не загрузились». */
  what: string;
  onRetry: () => void;
};

/** Error message of a part of a page, with a retry button. Reduced to a short text when the page banner shows the same error. */
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
