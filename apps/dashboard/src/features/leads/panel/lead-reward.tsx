import { Group, Text } from '@mantine/core';
import { calculationOf } from '../../../entities/accrual/source.ts';
import { Status } from '../../../entities/status/status.tsx';
import { formatDay } from '../../../shared/format/date.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import type { AnyLead } from '../lead.ts';
import classes from '../leads.module.css';

/** «5 % от 39 000,00 ₽, удержание до 6 дек 2026», of which either may be left out. */
function wordsOf(reward: NonNullable<AnyLead['reward']>): string {
  const { status, hold_until } = reward;
  const calculation = calculationOf(reward);
  const hold = status === 'hold' && hold_until ? `держание до ${formatDay(hold_until)}` : '';
  if (!calculation) return hold && `У${hold}`;
  return hold ? `${calculation}, у${hold}` : calculation;
}

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
        <Text c="dimmed">{wordsOf(reward)}</Text>
      </>
    ) : (
      <Text>Пока не начислено</Text>
    )}
  </section>
);
