import { Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explainError, NOTHING_LOST } from '@/shared/errors/explain-error.ts';
import { ProblemsContext, useProblems } from './use-problem.ts';

const TITLE = 'Страница загрузилась не вся';

/** Collects the errors of page parts. Parts that fail for the same reason share one banner. */
export function PageProblems({ children }: { children: ReactNode }) {
  const problems = useProblems();
  const banner = problems.sharedError !== null && <SharedProblem error={problems.sharedError} />;
  return <ProblemsContext value={{ ...problems, banner }}>{children}</ProblemsContext>;
}

/** Banner for an error that several parts share. The button retries all failed reads of the page. */
function SharedProblem({ error }: { error: unknown }) {
  const client = useQueryClient();
  const [isRetrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    setRetrying(false);
  };
  return (
    <Alert role="alert" color="red" title={TITLE}>
      <Group justify="space-between" gap="sm">
        <Text component="span">{explainError(error, TITLE, { reassurance: NOTHING_LOST }).sentence}</Text>
        <Button variant="default" loading={isRetrying} onClick={() => void retry()}>
          Повторить
        </Button>
      </Group>
    </Alert>
  );
}

/** Short text in place of a part whose error is shown in the page banner. */
export const MissingPart = ({ title }: { title: string }) => <Text c="dimmed">{title}</Text>;
