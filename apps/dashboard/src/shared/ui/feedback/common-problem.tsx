import { Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { loadAdvice } from '../../errors/load-advice.ts';
import { ProblemsContext, useProblems } from './problems.ts';

const WHAT = 'Страница загрузилась не вся';

/** Tells a cause that parts of a page have in common once, where the page has its place for it. */
export function PageProblems({ children }: { children: ReactNode }) {
  const problems = useProblems();
  const banner = problems.common !== null && <CommonProblem error={problems.common} />;
  return <ProblemsContext value={{ ...problems, banner }}>{children}</ProblemsContext>;
}

/** One cause of several parts that did not come, and the way to ask for all of them again. */
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

/** A part that did not come, where the page tells why. */
export const MissingPart = ({ what }: { what: string }) => <Text c="dimmed">{what}</Text>;
