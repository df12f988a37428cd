import type { UseFormReturnType } from '@mantine/form';
import type { Reward, RewardEvent, RewardRule } from '@referral-dashboard/api-contract';

/** Form values of a reward. Values of the other kinds are kept; null is an empty field. */
export type RewardValues = {
  kind: Reward['kind'];
  fixed_kop: number | null;
  percent_bps: number | null;
  tiers: { from: number | null; fixed_kop: number | null }[];
  cap_per_lead_kop: number | null;
};

/** Form values of a reward and of the event that earns it. */
export type RewardTerms = { reward_event: RewardEvent; reward: RewardValues };

export type RewardForm = UseFormReturnType<RewardTerms>;

export const NO_REWARD: RewardValues = {
  kind: 'fixed',
  fixed_kop: null,
  percent_bps: null,
  tiers: [{ from: 0, fixed_kop: null }],
  cap_per_lead_kop: null,
};

export const toRewardValues = (rule: RewardRule | null): RewardValues =>
  rule === null
    ? NO_REWARD
    : {
        kind: rule.kind,
        fixed_kop: rule.fixed_kop,
        percent_bps: rule.percent_bps,
        tiers: rule.tiers ?? NO_REWARD.tiers,
        cap_per_lead_kop: rule.cap_per_lead_kop,
      };

/** Returns true if the amounts of the selected reward kind are empty. */
export const isRewardEmpty = ({ kind, fixed_kop, percent_bps, tiers }: RewardValues) =>
  kind === 'fixed'
    ? fixed_kop === null
    : kind === 'percent'
      ? percent_bps === null
      : tiers.every((tier) => tier.fixed_kop === null);

/** First required field of the selected reward kind. */
export const getRewardField = ({ kind }: RewardValues) =>
  ({ fixed: 'reward.fixed_kop', percent: 'reward.percent_bps', tiered: 'reward.tiers.0.fixed_kop' })[kind];

/** Reward of a request. Empty fields stay null: the contract rejects them with Russian messages. */
export function toRewardBody({ kind, fixed_kop, percent_bps, tiers, cap_per_lead_kop }: RewardValues) {
  if (kind === 'fixed') return { kind, fixed_kop, cap_per_lead_kop: null };
  if (kind === 'percent') return { kind, percent_bps, cap_per_lead_kop };
  return { kind, tiers, cap_per_lead_kop: null };
}

/** Error of an empty reward, for a form that requires one. */
export const getRewardErrors = (reward: RewardValues) =>
  isRewardEmpty(reward) ? { [getRewardField(reward)]: 'Укажите вознаграждение.' } : {};
