import { Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { loadAdvice } from '../../errors/load-advice.ts';
import { ProblemsContext, useProblems } from './problems.ts';

const WHAT = 'Страница загрузилась не вся';

/** Collects the errors of page parts. Parts that fail for the same reason share one banner. */
export function PageProblems({ children }: { children: ReactNode }) {
  const problems = useProblems();
  const banner = problems.common !== null && <CommonProblem error={problems.common} />;
  return <ProblemsContext value={{ ...problems, banner }}>{children}</ProblemsContext>;
}

/** Banner for an error that several parts share. The button retries all failed reads of the page. */
function CommonProblem({ error }: { error: unknown }) {
  const client = useQueryClient();
  const [isTrying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    await client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    setTrying(false);
  };
  return (
    <Alert role="alert" color="red" title={WHAT}>
      <Group justify="space-between" gap="sm">
        <Text component="span">{loadAdvice(error, WHAT)}</Text>
        <Button variant="default" loading={isTrying} onClick={() => void retry()}>
          Повторить
        </Button>
      </Group>
    </Alert>
  );
}

/** Short text in place of a part whose error is shown in the page banner. */
export const MissingPart = ({ what }: { what: string }) => <Text c="dimmed">{what}</Text>;
