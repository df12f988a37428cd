import type { Program, RewardEvent } from '@referral-dashboard/api-contract';
import { formatMoney, formatShare } from '../../shared/format/money.ts';

/** Events that earn a reward, after the preposition «за». */
export const EVENTS: Record<RewardEvent, string> = {
  lead_qualified: 'за подтвержденный лид',
  deal_won: 'за сделку',
};

type Rewarded = Pick<Program, 'reward' | 'reward_event'>;

/** Reward in one line: «500,00 ₽ за подтвержденный лид», «7,5 % от сделки, не больше 10 000,00 ₽». */
export function rewardLine({ reward, reward_event }: Rewarded): string {
  if (reward === null) return 'Вознаграждение не задано';
  const cap = reward.cap_per_lead_kop === null ? '' : `, не больше ${formatMoney(reward.cap_per_lead_kop)}`;
  if (reward.kind === 'percent') return `${formatShare(reward.percent_bps ?? 0)} от сделки${cap}`;
  if (reward.kind === 'fixed') return `${formatMoney(reward.fixed_kop ?? 0)} ${EVENTS[reward_event]}${cap}`;
  const sums = reward.tiers?.map(({ fixed_kop }) => fixed_kop) ?? [];
  const [least, most] = [Math.min(...sums), Math.max(...sums)].map(formatMoney);
  return `${least === most ? least : `${least} – ${most}`} ${EVENTS[reward_event]}${cap}`;
}
