import { Group, Text } from '@mantine/core';
import { calculationOf } from '../../../entities/accrual/source.ts';
import { Status } from '../../../entities/status/status.tsx';
import { formatDay } from '../../../shared/format/date.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import type { AnyLead } from '../lead.ts';
import classes from '../leads.module.css';

/** Reward of a lead: the sum, how it came about and when it can be paid. */
export const LeadReward = ({ lead: { reward } }: { lead: AnyLead }) => (
  <section className={classes['section']} aria-label="Вознаграждение">
    <Text c="dimmed">Вознаграждение</Text>
    {reward ? (
      <>
        <Group justify="space-between" gap="xs">
          <span className={classes['sum']}>{formatMoney(reward.amount_kop)}</span>
          <Status kind="accrual" state={reward.status} />
        </Group>
        <Text c="dimmed">
          {[
            calculationOf(reward),
            reward.status === 'hold' && reward.hold_until && `удержание до ${formatDay(reward.hold_until)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </Text>
      </>
    ) : (
      <Text>Пока не начислено</Text>
    )}
  </section>
);
