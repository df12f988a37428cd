import { formatMoney, formatRate } from '../../values/formats.ts';
import type { RewardEvent, RewardRule } from './rewards.ts';

/** Events that earn a reward, after the preposition «за». */
export const REWARD_EVENT_LABELS: Record<RewardEvent, string> = {
  lead_qualified: 'за подтвержденный лид',
  deal_won: 'за сделку',
};

/** Returns a reward in one line: «500,00 ₽ за подтвержденный лид», «7,5 % от сделки, не больше 10 000,00 ₽». */
export function describeReward(rule: Omit<RewardRule, 'version'>, event: RewardEvent): string {
  const cap = rule.cap_per_lead_kop === null ? '' : `, не больше ${formatMoney(rule.cap_per_lead_kop)}`;
  if (rule.kind === 'percent') return `${formatRate(rule.percent_bps ?? 0)} от сделки${cap}`;
  return `${describeAmount(rule)} ${REWARD_EVENT_LABELS[event]}${cap}`;
}

/** Formats «500,00 ₽» or the range of the tiers, «500,00 ₽ – 700,00 ₽». */
function describeAmount({
  kind,
  fixed_kop,
  tiers,
}: Pick<RewardRule, 'kind' | 'fixed_kop' | 'tiers'>): string {
  const amounts = kind === 'fixed' ? [fixed_kop ?? 0] : (tiers ?? []).map((tier) => tier.fixed_kop);
  return [...new Set([Math.min(...amounts), Math.max(...amounts)])].map(formatMoney).join(' – ');
}
