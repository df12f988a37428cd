import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { isApiFailure } from '../../api/failure.ts';
import { loadAdvice } from '../../errors/load-advice.ts';
import { IconAlertCircle } from '../icons.ts';
import { MissingPart } from './common-problem.tsx';
import { Notice } from './notice.tsx';
import { useProblem } from './problems.ts';

type LoadProblemProps = {
  read: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** E.g. «Не удалось открыть программу». */
  title: string;
  /** Shown for a 404 response. */
  missing?: ReactNode;
};

/** Error message of a read, with a retry button. */
export function LoadProblem({ read: { error, isFetching, refetch }, title, missing }: LoadProblemProps) {
  const isTold = useProblem(error);
  if (missing && isApiFailure(error) && error.status === 404) return missing;
  if (isTold) return <MissingPart what={title} />;
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
        {loadAdvice(error, title)}
      </Notice>
    </div>
  );
}
