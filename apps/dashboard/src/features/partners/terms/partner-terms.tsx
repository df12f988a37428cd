import { Stack, Text } from '@mantine/core';
import { termsRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { PanelSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { ProgramTerms } from './program-terms.tsx';

/** Terms of a partner in each of its programs. */
export default function PartnerTerms({ id }: { id: string }) {
  const { data, error, refetch } = useApiQuery(termsRoutes.partnerTerms, { params: { id } });
  if (data === undefined)
    return error ? (
      <PartProblem error={error} title="Условия не загрузились" onRetry={() => void refetch()} />
    ) : (
      <PanelSkeleton lines={4} />
    );
  if (data.results.length === 0)
    return <Text c="dimmed">Программ пока нет. Добавьте партнера в программу на вкладке «Обзор».</Text>;
  return (
    <Stack gap="md">
      {data.results.map(({ enrollment, terms }) => (
        <ProgramTerms key={enrollment.id} enrollment={enrollment} terms={terms} />
      ))}
    </Stack>
  );
}
