import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { paymentRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useId } from 'react';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { REQUISITES_PARAM } from '@/shared/paths.ts';
import { DelayedSkeleton } from '@/shared/ui/feedback/delayed-skeleton.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { MethodRow } from './method-row.tsx';
import classes from './payout-methods.module.css';

/** Height of a row, in pixels. */
const METHOD_HEIGHT = 60;

const CreateMethodDialog = lazy(() => import('./create-method-dialog.tsx'));

type PayoutMethodsProps = {
  /** Omitted while loading. */
  partnerId?: string;
};

/** Payout methods of a partner; one of them is the default. */
export function PayoutMethods({ partnerId: id }: PayoutMethodsProps) {
  const { data, error, refetch } = useApiQuery(
    paymentRoutes.payoutMethods,
    { params: { id: id ?? '' } },
    { enabled: id !== undefined },
  );
  const titleId = useId();
  const { get, change } = useAddress();
  // Kept in the URL so that other pages can link to the form.
  const isAdding = id !== undefined && get(REQUISITES_PARAM) === id;
  return (
    <section aria-labelledby={titleId}>
      <Group justify="space-between" mb="md">
        <Title order={2} id={titleId}>
          Реквизиты
        </Title>
        <PermissionGate call="createPayoutMethod">
          <Button
            variant="default"
            onClick={() => id !== undefined && change({ [REQUISITES_PARAM]: id })}
            style={id === undefined ? { visibility: 'hidden' } : undefined}
          >
            Добавить
          </Button>
        </PermissionGate>
      </Group>
      {error && !data && (
        <PartProblem error={error} title="Реквизиты не загрузились" onRetry={() => void refetch()} />
      )}
      {!error && !data && (
        <DelayedSkeleton label="Реквизиты загружаются">
          <Skeleton height={METHOD_HEIGHT} />
        </DelayedSkeleton>
      )}
      {data?.results.length === 0 && (
        <Text c="dimmed">Реквизитов пока нет. Без них выплату не отправить.</Text>
      )}
      <ul className={classes['methods']}>
        {data?.results.map((method) => (
          <MethodRow key={method.id} method={method} />
        ))}
      </ul>
      <PermissionGate call="createPayoutMethod">
        <Suspense fallback={null}>
          {isAdding && data && (
            <CreateMethodDialog
              partnerId={id}
              kinds={data.kinds}
              onClose={() => change({ [REQUISITES_PARAM]: null }, { replace: true })}
            />
          )}
        </Suspense>
      </PermissionGate>
    </section>
  );
}
