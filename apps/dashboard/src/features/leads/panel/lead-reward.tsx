import { Group, Text } from '@mantine/core';
import type { LeadStatus } from '@referral-dashboard/api-contract';
import { getCalculation } from '@/entities/accrual/source.ts';
import { Status } from '@/entities/status/status.tsx';
import type { Dates } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelSection, PanelSum } from '@/shared/list/panel/panel-section.tsx';
import { type AnyLead, isFullLead } from '../lead.ts';
import { getOverpayment, getPaidLabel } from '../overpayment.ts';

/** Calculation and hold date, for example «5 % от 39 000,00 ₽, удержание до 6 дек 2026». Either part can be missing. */
function describeReward(reward: NonNullable<AnyLead['reward']>, { formatDay }: Dates): string {
  const { status, hold_until } = reward;
  const calculation = getCalculation(reward);
  const holdDay = status === 'hold' && hold_until ? formatDay(hold_until) : null;
  if (holdDay === null) return calculation;
  return calculation ? `${calculation}, удержание до ${holdDay}` : `Удержание до ${holdDay}`;
}

/** Leads with these statuses earn no reward unless they are moved back. */
const CLOSED_STATUSES: readonly LeadStatus[] = ['rejected', 'lost', 'duplicate'];

/** Example: «Уже выплачено 44 673,39 ₽, вычтем из следующих выплат». Empty without an overpayment. */
function describeOverpayment(lead: AnyLead): string {
  const { settled_kop, over_kop } = getOverpayment(lead);
  if (over_kop <= 0) return '';
  const excess = over_kop === settled_kop ? '' : `${formatMoney(over_kop)} `;
  return `${getPaidLabel(lead)} ${formatMoney(settled_kop)}, ${excess}вычтем из следующих выплат`;
}

/** Reward of a lead with its calculation, hold date and overpayment. */
export function LeadReward({ lead }: { lead: AnyLead }) {
  const dates = useDates();
  const { reward, status } = lead;
  const overpayment = describeOverpayment(lead);
  const earner = isFullLead(lead) ? lead.earned_by?.name : undefined;
  return (
    <PanelSection label="Вознаграждение">
      {reward && (
        <>
          <Group justify="space-between" gap="xs">
            <PanelSum>{formatMoney(reward.amount_kop)}</PanelSum>
            <Status kind="accrual" state={reward.status} />
          </Group>
          <Text c="dimmed">{describeReward(reward, dates)}</Text>
          {earner && <Text>{`Начислено прежнему партнеру: ${earner}`}</Text>}
        </>
      )}
      {overpayment && <Text>{overpayment}</Text>}
      {!reward && !overpayment && (
        <Text>{CLOSED_STATUSES.includes(status) ? 'Не начислено' : 'Пока не начислено'}</Text>
      )}
    </PanelSection>
  );
}
