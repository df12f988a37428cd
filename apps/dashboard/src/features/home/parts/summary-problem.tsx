import { PartProblem } from '../../../shared/ui/feedback/part-problem.tsx';

type Read = { data: unknown; error: unknown };
type SummaryProblemProps = { read: Read & { refetch: () => unknown } };

/** Returns true when no figures are loaded and the request has failed. */
export const hasNoFigures = ({ data, error }: Read) => data === undefined && error !== null;

/** Explains why figures are missing or outdated. */
export function SummaryProblem({ read: { data, error, refetch } }: SummaryProblemProps) {
  if (!error) return null;
  const what = data ? 'Не удалось обновить показатели' : 'Не удалось загрузить показатели';
  return <PartProblem error={error} title={what} onRetry={() => void refetch()} />;
}
