import { Alert, Button, Stack } from '@mantine/core';
import { loadAdvice } from '../../errors/load-advice.ts';

type PartProblemProps = {
  error: unknown;
  /** «Ссылки не загрузились». */
  what: string;
  onRetry: () => void;
};

/** A part of a page did not come: why, and the way to ask again. */
export const PartProblem = ({ error, what, onRetry }: PartProblemProps) => (
  <Alert role="alert" color="red" title={what}>
    <Stack gap="sm" align="start">
      {loadAdvice(error, what)}
      <Button variant="default" onClick={onRetry}>
        Повторить
      </Button>
    </Stack>
  </Alert>
);
