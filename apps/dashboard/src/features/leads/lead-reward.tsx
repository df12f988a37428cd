import { Group, Text } from '@mantine/core';
import { accrualRoutes } from '@referral-dashboard/api-contract';
import type { AnswerOf } from '../../shared/api/call.ts';
import { useRead } from '../../shared/api/use-read.ts';
import { formatDay } from '../../shared/format/date.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { Status } from '../../shared/ui/status/status.tsx';
import type { AnyLead } from './lead.ts';
import classes from './leads.module.css';

type AnyAccrual = AnswerOf<typeof accrualRoutes.accrual>;

const whyOf = ({ explanation, status, hold_until }: AnyAccrual) =>
  [explanation, status === 'hold' && hold_until && `доступно с ${formatDay(hold_until)}`]
    .filter(Boolean)
    .join(' · ');

/** What a lead has brought its partner: the sum, how it came about and when it can be paid. */
export function LeadReward({ lead }: { lead: AnyLead }) {
  const { data } = useRead(accrualRoutes.accruals, { query: { lead: lead.id, ordering: 'created_at' } });
  const accruals: readonly AnyAccrual[] = data?.results ?? [];
  return (
    <section className={classes['section']} aria-label="Вознаграждение">
      <Text c="dimmed">Вознаграждение</Text>
      {data && accruals.length === 0 && <Text>Пока не начислено</Text>}
      {accruals.map((accrual) => (
        <div key={accrual.id}>
          <Group justify="space-between" gap="xs">
            <span className={classes['sum']} data-void={accrual.status === 'canceled' || undefined}>
              {formatMoney(accrual.amount_kop)}
            </span>
            <Status kind="accrual" state={accrual.status} />
          </Group>
          <Text c="dimmed">{whyOf(accrual)}</Text>
        </div>
      ))}
    </section>
  );
}
