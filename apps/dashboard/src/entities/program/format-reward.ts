import type { Program, RewardEvent } from '@referral-dashboard/api-contract';
import { formatMoney, formatRate } from '@/shared/format/money.ts';

/** Events that earn a reward, after the preposition «за». */
export const REWARD_EVENT_LABELS: Record<RewardEvent, string> = {
  lead_qualified: 'за подтвержденный лид',
  deal_won: 'за сделку',
};

type RewardTerms = Pick<Program, 'reward' | 'reward_event'>;

/** Reward in one line: «500,00 ₽ за подтвержденный лид», «7,5 % от сделки, не больше 10 000,00 ₽». */
export function formatReward({ reward, reward_event }: RewardTerms): string {
  if (reward === null) return 'Вознаграждение не задано';
  const cap = reward.cap_per_lead_kop === null ? '' : `, не больше ${formatMoney(reward.cap_per_lead_kop)}`;
  if (reward.kind === 'percent') return `${formatRate(reward.percent_bps ?? 0)} от сделки${cap}`;
  if (reward.kind === 'fixed')
    return `${formatMoney(reward.fixed_kop ?? 0)} ${REWARD_EVENT_LABELS[reward_event]}${cap}`;
  const amounts = reward.tiers?.map(({ fixed_kop }) => fixed_kop) ?? [];
  const [minAmount, maxAmount] = [Math.min(...amounts), Math.max(...amounts)].map(formatMoney);
  return `${minAmount === maxAmount ? minAmount : `${minAmount} – ${maxAmount}`} ${REWARD_EVENT_LABELS[reward_event]}${cap}`;
}
