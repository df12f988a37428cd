import type { FormErrors, UseFormReturnType } from '@mantine/form';
import {
  APPLIES_TO_LIMITS,
  type AppliesTo,
  type Reward,
  type RewardBase,
  type RewardEvent,
  type RewardRule,
  type StepMeasure,
  type StepMode,
  type StepPeriod,
} from '@referral-dashboard/api-contract';
import { isLineComplete, type LineValues, toLineBody, toLineValues } from './line-values.ts';

export type TierPay = 'fixed_kop' | 'percent_bps';

/** A tier starts after a number of deals, or after a turnover. */
type Tier = { from: number | null; from_kop: number | null } & Record<TierPay, number | null>;

/** Form values of a reward. Values of the other kinds and of the other sales are kept; null is an empty field. */
export type RewardValues = {
  kind: Reward['kind'];
  fixed_kop: number | null;
  percent_bps: number | null;
  tiers: Tier[];
  /** Amount or rate of a tier. */
  tier_pay: TierPay;
  measure: StepMeasure;
  period: StepPeriod;
  mode: StepMode;
  cap_per_lead_kop: number | null;
  applies_to: AppliesTo;
  /** Values of `applies_to_limit`: a number of months, and a number of sales. */
  limits: { sales_for_months: number | null; first_sales: number | null };
  base: RewardBase;
  cap_per_client_kop: number | null;
  cap_per_partner_kop: number | null;
  cap_period: StepPeriod;
  lines: LineValues[];
};

/** Form values of a reward and of the event that earns it. */
export type RewardTerms = { reward_event: RewardEvent; reward: RewardValues };

export type RewardForm = UseFormReturnType<RewardTerms>;

export const NO_REWARD: RewardValues = {
  kind: 'fixed',
  fixed_kop: null,
  percent_bps: null,
  tiers: [{ from: 0, from_kop: 0, fixed_kop: null, percent_bps: null }],
  tier_pay: 'fixed_kop',
  measure: 'count',
  period: 'life',
  mode: 'next',
  cap_per_lead_kop: null,
  applies_to: 'first_sale',
  limits: { sales_for_months: 12, first_sales: 5 },
  base: 'gross',
  cap_per_client_kop: null,
  cap_per_partner_kop: null,
  cap_period: 'month',
  lines: [],
};

export const toRewardValues = (rule: RewardRule | null): RewardValues =>
  rule === null
    ? NO_REWARD
    : {
        kind: rule.kind,
        fixed_kop: rule.fixed_kop,
        percent_bps: rule.percent_bps,
        tiers: rule.tiers?.map((tier) => toTier(tier, rule.measure)) ?? NO_REWARD.tiers,
        tier_pay: rule.tiers?.[0]?.percent_bps === undefined ? 'fixed_kop' : 'percent_bps',
        measure: rule.measure,
        period: rule.period,
        mode: rule.mode,
        cap_per_lead_kop: rule.cap_per_lead_kop,
        applies_to: rule.applies_to,
        limits: isLimited(rule.applies_to)
          ? { ...NO_REWARD.limits, [rule.applies_to]: rule.applies_to_limit }
          : NO_REWARD.limits,
        base: rule.base,
        cap_per_client_kop: rule.cap_per_client_kop,
        cap_per_partner_kop: rule.cap_per_partner_kop,
        cap_period: rule.cap_period ?? NO_REWARD.cap_period,
        lines: (rule.lines ?? []).map(toLineValues),
      };

const toTier = (
  { from, fixed_kop, percent_bps }: NonNullable<RewardRule['tiers']>[number],
  measure: StepMeasure,
): Tier => ({
  from: measure === 'count' || from === 0 ? from : null,
  from_kop: measure === 'turnover' || from === 0 ? from : null,
  fixed_kop: fixed_kop ?? null,
  percent_bps: percent_bps ?? null,
});

/** Field of a tier that holds its start. */
export const getStartField = (measure: StepMeasure) => (measure === 'count' ? 'from' : 'from_kop');

/** Returns true for sales that need a number of months or of sales. */
export const isLimited = (appliesTo: AppliesTo): appliesTo is keyof RewardValues['limits'] =>
  APPLIES_TO_LIMITS[appliesTo] !== null;

/** Returns true if the reward can be given for later sales of a client. Steps reward them by turnover in the mode `next`. */
export const canRewardSales = ({ reward, reward_event }: RewardTerms) =>
  reward_event === 'deal_won' &&
  (reward.kind !== 'tiered' ||
    (reward.measure === 'turnover' && (reward.period === 'life' || reward.mode === 'next')));

/** Returns true if the reward can have other rates for some sales. */
export const canHaveLines = ({ reward, reward_event }: RewardTerms) =>
  reward_event === 'deal_won' && reward.kind !== 'tiered';

/** Returns true if the reward can have a cap per partner: a step for the whole period has none. */
export const canCapPartner = ({ kind, period, mode }: RewardValues) =>
  kind !== 'tiered' || period === 'life' || mode === 'next';

/** Returns true if the amounts of the selected reward kind are empty. */
export const isRewardEmpty = ({ kind, fixed_kop, percent_bps, tiers, tier_pay }: RewardValues) =>
  kind === 'fixed'
    ? fixed_kop === null
    : kind === 'percent'
      ? percent_bps === null
      : tiers.every((tier) => tier[tier_pay] === null);

/** First required field of the selected reward kind. */
export const getRewardField = ({ kind, tier_pay }: RewardValues) =>
  ({ fixed: 'reward.fixed_kop', percent: 'reward.percent_bps', tiered: `reward.tiers.0.${tier_pay}` })[kind];

const toLines = (lines: readonly LineValues[]) => {
  const complete = lines.filter(isLineComplete);
  return complete.length === 0 ? null : complete.map(toLineBody);
};

/** Rule of the form values. Values that do not belong to the selected kind and event are left out; incomplete tiers and lines too. */
export function toRule(terms: RewardTerms): Omit<RewardRule, 'version'> {
  const { kind, fixed_kop, percent_bps, cap_per_lead_kop, base, ...sales } = terms.reward;
  const { tiers, tier_pay, measure, period, mode } = terms.reward;
  const isPercent = kind === 'percent';
  const applies_to = canRewardSales(terms) ? sales.applies_to : 'first_sale';
  const partnerCap = canCapPartner(terms.reward) ? sales.cap_per_partner_kop : null;
  return {
    kind,
    fixed_kop,
    percent_bps,
    tiers: tiers.flatMap((tier) => {
      const { [getStartField(measure)]: from, [tier_pay]: pay } = tier;
      return from === null || pay === null ? [] : [{ from, [tier_pay]: pay }];
    }),
    measure: kind === 'tiered' ? measure : 'count',
    period: kind === 'tiered' ? period : 'life',
    mode: kind === 'tiered' && period !== 'life' ? mode : 'next',
    cap_per_lead_kop: isPercent ? cap_per_lead_kop : null,
    applies_to,
    applies_to_limit: isLimited(applies_to) ? sales.limits[applies_to] : null,
    base: isPercent ? base : 'gross',
    cap_per_client_kop: applies_to === 'first_sale' || kind === 'tiered' ? null : sales.cap_per_client_kop,
    cap_per_partner_kop: partnerCap,
    cap_period: partnerCap === null ? null : sales.cap_period,
    lines: canHaveLines(terms) ? toLines(sales.lines) : null,
  };
}

/** Reward of a request. Empty fields stay null: the contract rejects them with Russian messages. */
export function toRewardBody(terms: RewardTerms) {
  const { kind, tiers } = terms.reward;
  const { fixed_kop, percent_bps, cap_per_lead_kop, base, ...rule } = toRule(terms);
  const { cap_per_partner_kop, cap_period, applies_to, applies_to_limit, cap_per_client_kop } = rule;
  const partnerCap = cap_per_partner_kop === null ? {} : { cap_per_partner_kop, cap_period };
  if (kind === 'tiered') {
    const { tier_pay } = terms.reward;
    const { measure, period, mode } = rule;
    const body = tiers.map((tier) => ({ from: tier[getStartField(measure)], [tier_pay]: tier[tier_pay] }));
    const sales = canRewardSales(terms) ? { applies_to, applies_to_limit } : {};
    return { kind, tiers: body, measure, period, mode, cap_per_lead_kop, ...partnerCap, ...sales };
  }
  const lines = terms.reward.lines.map(toLineBody);
  const sales = canRewardSales(terms)
    ? { applies_to, applies_to_limit, cap_per_client_kop, ...(lines.length > 0 && { lines }) }
    : {};
  return kind === 'fixed'
    ? { kind, fixed_kop, cap_per_lead_kop, ...partnerCap, ...sales }
    : { kind, percent_bps, cap_per_lead_kop, base, ...partnerCap, ...sales };
}

/** Error of an empty reward, for a form that requires one. */
export const getRewardErrors = (reward: RewardValues): FormErrors =>
  isRewardEmpty(reward) ? { [getRewardField(reward)]: 'Укажите вознаграждение.' } : {};

/** Error name of the number of months or of sales: the name in the contract. */
export const LIMIT_FIELD = 'reward.applies_to_limit';

/** Error of a missing or wrong number of months or of sales. */
export function getLimitErrors(terms: RewardTerms): FormErrors {
  const { applies_to, applies_to_limit: limit } = toRule(terms);
  const bounds = APPLIES_TO_LIMITS[applies_to];
  if (bounds === null || (limit !== null && limit >= bounds.min && limit <= bounds.max)) return {};
  return {
    [LIMIT_FIELD]:
      applies_to === 'first_sales'
        ? `Укажите число оплат: от ${bounds.min} до ${bounds.max}`
        : `Укажите число месяцев: от ${bounds.min} до ${bounds.max}`,
  };
}
