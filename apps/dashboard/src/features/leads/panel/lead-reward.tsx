import { Group, Text } from '@mantine/core';
import type { LeadStatus } from '@referral-dashboard/api-contract';
import { calculationOf } from '../../../entities/accrual/source.ts';
import { Status } from '../../../entities/status/status.tsx';
import { formatDay } from '../../../shared/format/date.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { type AnyLead, isWhole } from '../lead.ts';
import classes from '../leads.module.css';
import { overpaymentOf, paidWord } from '../overpayment.ts';

/** Calculation and hold date, for example «5 % от 39 000,00 ₽, удержание до 6 дек 2026». Either part can be missing. */
function wordsOf(reward: NonNullable<AnyLead['reward']>): string {
  const { status, hold_until } = reward;
  const calculation = calculationOf(reward);
  const hold = status === 'hold' && hold_until ? `держание до ${formatDay(hold_until)}` : '';
  if (!calculation) return hold && `У${hold}`;
  return hold ? `${calculation}, у${hold}` : calculation;
}

/** Leads with these statuses earn no reward unless they are moved back. */
const CLOSED: readonly LeadStatus[] = ['rejected', 'lost', 'duplicate'];

/** Example: «Уже выплачено 44 673,39 ₽, вычтем из следующих выплат». Empty without an overpayment. */
function returnOf(lead: AnyLead): string {
  const { settled_kop, over_kop } = overpaymentOf(lead);
  if (over_kop <= 0) return '';
  const part = over_kop === settled_kop ? '' : `${formatMoney(over_kop)} `;
  return `${paidWord(lead)} ${formatMoney(settled_kop)}, ${part}вычтем из следующих выплат`;
}

/** Reward of a lead with its calculation, hold date and overpayment. */
export function LeadReward({ lead }: { lead: AnyLead }) {
  const { reward, status } = lead;
  const returned = returnOf(lead);
  const earner = isWhole(lead) ? lead.earned_by?.name : undefined;
  return (
    <section className={classes['section']} aria-label="Вознаграждение">
      <Text c="dimmed">Вознаграждение</Text>
      {reward && (
        <>
          <Group justify="space-between" gap="xs">
            <span className={classes['sum']}>{formatMoney(reward.amount_kop)}</span>
            <Status kind="accrual" state={reward.status} />
          </Group>
          <Text c="dimmed">{wordsOf(reward)}</Text>
          {earner && <Text>{`Начислено прежнему партнеру: ${earner}`}</Text>}
        </>
      )}
      {returned && <Text>{returned}</Text>}
      {!reward && !returned && <Text>{CLOSED.includes(status) ? 'Не начислено' : 'Пока не начислено'}</Text>}
    </section>
  );
}
