import { PartProblem } from '../../../shared/ui/feedback/part-problem.tsx';

type Read = { data: unknown; error: unknown };
type SummaryProblemProps = { read: Read & { refetch: () => unknown } };

/** Nothing to draw, and nothing on its way either. */
export const hasNoFigures = ({ data, error }: Read) => data === undefined && error !== null;

/** Reason why the figures did not come, or why those that stand there are old. */
export function SummaryProblem({ read: { data, error, refetch } }: SummaryProblemProps) {
  if (!error) return null;
  const what = data ? 'Не удалось обновить показатели' : 'Не удалось загрузить показатели';
  return <PartProblem error={error} what={what} onRetry={() => void refetch()} />;
}
