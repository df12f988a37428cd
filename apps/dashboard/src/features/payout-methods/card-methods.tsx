import { Paper, Text, Title } from '@mantine/core';
import { homeRoutes } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { PayoutMethods } from './payout-methods.tsx';

/** Payout methods of the current partner, grouped by organization. */
export function CardMethods() {
  const { data, error, refetch } = useApiQuery(homeRoutes.homeBalance, {});
  if (data)
    return data.results.map(({ partner, organization }) => (
      <Panel key={partner.id}>
        {data.results.length > 1 && <Text c="dimmed">{organization.name}</Text>}
        <PayoutMethods partnerId={partner.id} />
      </Panel>
    ));
  return (
    <Panel>
      {error ? (
        <>
          <Title order={2} mb="md">
            Реквизиты
          </Title>
          <PartProblem error={error} title="Реквизиты не загрузились" onRetry={() => void refetch()} />
        </>
      ) : (
        <PayoutMethods />
      )}
    </Panel>
  );
}

const Panel = ({ children }: { children: ReactNode }) => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
    {children}
  </Paper>
);
