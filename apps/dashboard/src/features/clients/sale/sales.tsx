import { Group, Text } from '@mantine/core';
import { saleRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { PanelSection } from '@/shared/list/panel/panel-section.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { PageButtons } from '@/shared/ui/page-buttons.tsx';
import type { AnyClient } from '../client.ts';
import classes from '../clients.module.css';
import { SaleSummary } from './sale-summary.tsx';

/** Sales and refunds of a client with their rewards, latest first. */
export function Sales({ client }: { client: AnyClient }) {
  const [cursor, setCursor] = useState<string>();
  const { data, error, isPlaceholderData, refetch } = useApiQuery(
    saleRoutes.sales,
    { query: { client: [client.id], cursor } },
    { keepPrevious: true },
  );
  return (
    <PanelSection label="Продажи">
      {data === undefined &&
        (error ? (
          <PartProblem error={error} title="Продажи не загрузились" onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={3} />
        ))}
      {data?.results.length === 0 && <Text>Продаж пока нет</Text>}
      <ul className={classes['sales']} aria-label="Продажи" data-old={isPlaceholderData || undefined}>
        {data?.results.map((sale) => (
          <li key={sale.id} className={classes['sale']}>
            <SaleSummary sale={sale} />
          </li>
        ))}
      </ul>
      {data && (data.next ?? data.previous) !== null && (
        <Group justify="flex-end" gap="xs">
          <PageButtons previous={data.previous} next={data.next} onPageChange={setCursor} />
        </Group>
      )}
    </PanelSection>
  );
}
