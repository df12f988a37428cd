import { PartProblem } from '../../../shared/ui/part-problem.tsx';

type SummaryProblemProps = { read: { data: unknown; error: unknown; refetch: () => unknown } };

/** Why the figures did not come, or why those that stand there are old. */
export function SummaryProblem({ read: { data, error, refetch } }: SummaryProblemProps) {
  if (!error) return null;
  const what = data ? 'Не удалось обновить показатели' : 'Не удалось загрузить показатели';
  return <PartProblem error={error} what={what} onRetry={() => void refetch()} />;
}
