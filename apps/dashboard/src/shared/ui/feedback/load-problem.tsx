import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { isApiFailure } from '@/shared/api/failure.ts';
import { explainError, NOTHING_LOST } from '@/shared/errors/explain-error.ts';
import { IconAlertCircle } from '../icons.ts';
import { Notice } from './notice.tsx';
import { MissingPart } from './page-problems.tsx';
import { useProblem } from './use-problem.ts';

type LoadProblemProps = {
  read: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** E.g. «Не удалось открыть программу». */
  title: string;
  /** Shown for a 404 response. */
  notFound?: ReactNode;
};

/** Error message of a read, with a retry button. */
export function LoadProblem({ read: { error, isFetching, refetch }, title, notFound }: LoadProblemProps) {
  const isInBanner = useProblem(error);
  if (notFound && isApiFailure(error) && error.status === 404) return notFound;
  if (isInBanner) return <MissingPart title={title} />;
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
        {explainError(error, title, { reassurance: NOTHING_LOST }).sentence}
      </Notice>
    </div>
  );
}
