import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';

type SummaryQuery = { data: unknown; error: unknown };
type SummaryErrorProps = { query: SummaryQuery & { refetch: () => unknown } };

/** Returns true when no figures are loaded and the request has failed. */
export const isSummaryUnavailable = ({ data, error }: SummaryQuery) => data === undefined && error !== null;

/** Explains why figures are missing or outdated. */
export function SummaryError({ query: { data, error, refetch } }: SummaryErrorProps) {
  if (!error) return null;
  const title = data ? 'Не удалось обновить показатели' : 'Не удалось загрузить показатели';
  return <PartProblem error={error} title={title} onRetry={() => void refetch()} />;
}
