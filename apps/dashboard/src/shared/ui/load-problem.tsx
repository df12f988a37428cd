import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { isApiFailure } from '../api/failure.ts';
import { errorSentence } from '../errors/sentence.ts';
import { IconAlertCircle } from './icons.ts';
import { Notice } from './notice.tsx';

type LoadProblemProps = {
  read: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** What could not be done: «Не удалось открыть программу». */
  title: string;
  /** Instead of all that, when there is no such thing: 404. */
  missing?: ReactNode;
};

function adviceOf(error: unknown, title: string): string {
  if (isApiFailure(error) && error.incident) return `Номер для техподдержки: ${error.incident}`;
  const { title: told, advice } = errorSentence(error, title);
  return [told === title ? '' : told, advice.replace(': введенное сохранено', '')].filter(Boolean).join(' ');
}

/** What was to be read did not come: why, and the way to ask again. */
export function LoadProblem({ read: { error, isFetching, refetch }, title, missing }: LoadProblemProps) {
  if (missing && isApiFailure(error) && error.status === 404) return missing;
  return (
    <div role="alert">
      <Notice
        icon={<IconAlertCircle size={32} stroke={1.75} />}
        title={title}
        actions={
          <Button onClick={() => void refetch()} loading={isFetching}>
            Повторить
          </Button>
        }
      >
        {adviceOf(error, title)}
      </Notice>
    </div>
  );
}
