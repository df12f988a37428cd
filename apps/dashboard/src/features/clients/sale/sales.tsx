import { Button, Group, Text } from '@mantine/core';
import { type Client, saleRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { PanelSection } from '@/shared/list/panel/panel-section.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { IconPlus } from '@/shared/ui/icons.ts';
import { PageButtons } from '@/shared/ui/page-buttons.tsx';
import { type AnyClient, isFullClient, isFullSale } from '../client.ts';
import classes from '../clients.module.css';
import { getNewSaleDraftKey } from './sale.ts';
import { SaleActions } from './sale-actions.tsx';
import { SaleSummary } from './sale-summary.tsx';

const CreateSaleDialog = lazy(() => import('./create-sale-dialog.tsx'));

function CreateSaleButton({ client }: { client: Client }) {
  const { isOpen, open, close } = useDraftDialog(getNewSaleDraftKey(client));
  return (
    <>
      <Button onClick={open} leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
        Добавить продажу
      </Button>
      <Suspense fallback={null}>{isOpen && <CreateSaleDialog client={client} onClose={close} />}</Suspense>
    </>
  );
}

/** Sales and refunds of a client with their rewards, latest first. */
export function Sales({ client }: { client: AnyClient }) {
  const [cursor, setCursor] = useState<string>();
  const { data, error, isPlaceholderData, refetch } = useApiQuery(
    saleRoutes.sales,
    { query: { client: [client.id], cursor } },
    { keepPrevious: true },
  );
  return (
    <PanelSection
      label="Продажи"
      action={
        <PermissionGate call="createSale">
          {isFullClient(client) && <CreateSaleButton client={client} />}
        </PermissionGate>
      }
    >
      {data === undefined &&
        (error ? (
          <PartProblem error={error} title="Продажи не загрузились" onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={2} mih={53} />
        ))}
      {data?.results.length === 0 && <Text>Продаж пока нет</Text>}
      {data && data.results.length > 0 && (
        <ul className={classes['sales']} aria-label="Продажи" data-old={isPlaceholderData || undefined}>
          {data.results.map((sale) => (
            <li key={sale.id} className={classes['sale']}>
              <SaleSummary sale={sale} />
              {isFullSale(sale) && (
                <div className={classes['menu']}>
                  <SaleActions sale={sale} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && (data.next ?? data.previous) !== null && (
        <Group justify="flex-end" gap="xs">
          <PageButtons previous={data.previous} next={data.next} onPageChange={setCursor} />
        </Group>
      )}
    </PanelSection>
  );
}
