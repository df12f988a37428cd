import { Alert, Button, Stack } from '@mantine/core';
import { explainError, NOTHING_LOST } from '@/shared/errors/explain-error.ts';
import { MissingPart } from './page-problems.tsx';
import { useProblem } from './use-problem.ts';

type PartProblemProps = {
  error: unknown;
  /** E.g. «Ссылки не загрузились». */
  title: string;
  onRetry: () => void;
};

/** Error message of a part of a page, with a retry button. Reduced to a short text when the page banner shows the same error. */
export function PartProblem({ error, title, onRetry }: PartProblemProps) {
  if (useProblem(error)) return <MissingPart title={title} />;
  return (
    <Alert role="alert" color="red" title={title}>
      <Stack gap="sm" align="start">
        {explainError(error, title, { reassurance: NOTHING_LOST }).sentence}
        <Button variant="default" onClick={onRetry}>
          Повторить
        </Button>
      </Stack>
    </Alert>
  );
}
