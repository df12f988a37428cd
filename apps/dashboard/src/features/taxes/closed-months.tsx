import { Button, Group, List, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { type ClosedMonths, closedMonthRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import classes from '@/entities/payment/payment.module.css';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { monthInWords } from '@/shared/period/month.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';

const CloseMonthDialog = lazy(() => import('./close-month-dialog.tsx'));
const ReopenMonthDialog = lazy(() => import('./reopen-month-dialog.tsx'));

/** Months whose figures are final. Owners close them and open the last one again. */
export function ClosedMonthsSection() {
  const { data, error, refetch } = useApiQuery(closedMonthRoutes.closedMonths, {});
  return (
    <section className={classes['panel']} aria-label="Закрытые месяцы">
      <Stack gap="md">
        <div>
          <Title order={2}>Закрытые месяцы</Title>
          <Text size="sm" c="dimmed">
            Цифры закрытого месяца не меняются: поправки и опоздавшие переводы входят в открытый месяц.
          </Text>
        </div>
        {data ? (
          <Months of={data} />
        ) : error ? (
          <PartProblem error={error} title="Закрытые месяцы не загрузились" onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={3} />
        )}
      </Stack>
    </section>
  );
}

function Months({ of: { closed, open, history } }: { of: ClosedMonths }) {
  const { formatMoment } = useDates();
  const [chosen, setChosen] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'close' | 'reopen' | null>(null);
  const month = chosen !== null && open.includes(chosen) ? chosen : open[0];
  const handleClose = () => setDialog(null);
  return (
    <>
      <Text>
        {closed === null ? 'Все месяцы открыты.' : `Закрыто по ${monthInWords(closed)} включительно.`}
      </Text>
      <PermissionGate call="closeMonth">
        <Group align="end">
          {month !== undefined && (
            <>
              <NativeSelect
                label="Закрыть по месяц"
                data={open.map((value) => ({ value, label: monthInWords(value) }))}
                value={month}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              />
              <Button variant="default" onClick={() => setDialog('close')}>
                Закрыть
              </Button>
            </>
          )}
          {closed !== null && (
            <Button variant="default" onClick={() => setDialog('reopen')}>
              Открыть {monthInWords(closed)}
            </Button>
          )}
        </Group>
        <Suspense fallback={null}>
          {dialog === 'close' && month !== undefined && (
            <CloseMonthDialog month={month} onClose={handleClose} />
          )}
          {dialog === 'reopen' && closed !== null && (
            <ReopenMonthDialog month={closed} onClose={handleClose} />
          )}
        </Suspense>
      </PermissionGate>
      {history.length > 0 && (
        <List size="sm" listStyleType="none">
          {history.map(({ at, by, closed: last, is_reopening, reason }) => (
            <List.Item key={at} style={{ overflowWrap: 'anywhere' }}>
              {formatMoment(at)}
              {by !== null && `, ${by}`}: {is_reopening ? 'снова открыто, закрыто' : 'закрыто'} по{' '}
              {monthInWords(last)}
              {reason !== '' && `. Причина: ${reason}`}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
