import type {
  NewProgram,
  ProgramTerms,
  Reward,
  RewardEvent,
  RewardRule,
} from '@referral-dashboard/api-contract';
import { defined } from '../../platform/db/writes.ts';
import { invalid } from '../../platform/errors.ts';

const EMPTY_LANDING = {
  title: '',
  subtitle: '',
  text: '',
  button_text: 'Оставить заявку',
  success_text: 'Спасибо. Мы свяжемся с вами.',
};

/** Terms of a draft. Omitted fields get their defaults. */
export function buildDraftTerms(input: NewProgram, defaults: { hold_days: number }): ProgramTerms {
  return {
    description: '',
    reward_event: 'lead_qualified',
    hold_days: defaults.hold_days,
    budget_kop: null,
    join_policy: 'by_request',
    starts_at: null,
    ends_at: null,
    attribution_window_days: 30,
    duplicate_window_days: 90,
    consent_text: '',
    ad_label: '',
    ad_erid: '',
    reward: null,
    ...defined(input),
    name: input.name,
    landing: { ...EMPTY_LANDING, ...defined(input.landing ?? {}) },
  };
}

/** Converts a stored reward rule into an input value. */
export function rewardOfRule(rule: RewardRule): Reward {
  const { cap_per_lead_kop } = rule;
  if (rule.kind === 'fixed') return { kind: 'fixed', fixed_kop: rule.fixed_kop ?? 1, cap_per_lead_kop };
  if (rule.kind === 'percent')
    return { kind: 'percent', percent_bps: rule.percent_bps ?? 1, cap_per_lead_kop };
  return { kind: 'tiered', tiers: rule.tiers ?? [], cap_per_lead_kop };
}

/** Converts an input value into the columns of a reward rule. */
export const ruleOfReward = (reward: Reward): Omit<RewardRule, 'version'> => ({
  kind: reward.kind,
  fixed_kop: reward.kind === 'fixed' ? reward.fixed_kop : null,
  percent_bps: reward.kind === 'percent' ? reward.percent_bps : null,
  tiers: reward.kind === 'tiered' ? reward.tiers : null,
  cap_per_lead_kop: reward.cap_per_lead_kop ?? null,
});

/** True when two rewards are computed in the same way. */
export const isSame = (one: Reward | null, other: Reward | null) =>
  JSON.stringify(comparableValues(one)) === JSON.stringify(comparableValues(other));

const comparableValues = (reward: Reward | null) =>
  reward && [
    reward.kind,
    reward.kind === 'fixed' && reward.fixed_kop,
    reward.kind === 'percent' && reward.percent_bps,
    reward.kind === 'tiered' && reward.tiers.map(({ from, fixed_kop }) => [from, fixed_kop]),
    reward.cap_per_lead_kop ?? null,
  ];

type Problems = Record<string, string[]>;

const isPercentWithoutDeal = (reward: Reward | null, event: RewardEvent) =>
  reward?.kind === 'percent' && event !== 'deal_won';

const PERCENT_NEEDS_DEAL = ['Процент доступен, только когда вознаграждение дается за сделку.'];

/** @throws ApiError 400 for a percentage of something else than a deal. */
export function checkReward(reward: Reward, event: RewardEvent) {
  if (isPercentWithoutDeal(reward, event)) throw invalid({ reward: PERCENT_NEEDS_DEAL });
}

/** Problems with combinations of terms, by field. */
export function findTermProblems({ reward, reward_event, starts_at, ends_at }: ProgramTerms): Problems {
  const endsTooSoon = starts_at !== null && ends_at !== null && ends_at <= starts_at;
  return {
    ...(isPercentWithoutDeal(reward, reward_event) && { reward: PERCENT_NEEDS_DEAL }),
    ...(endsTooSoon && { ends_at: ['Окончание должно быть позже начала.'] }),
  };
}

/** Problems that prevent a program from accepting leads, by field. */
export function missingTerms(
  { reward, landing, consent_text }: ProgramTerms,
  privacyPolicyUrl: string,
): Problems {
  return {
    ...(reward === null && { reward: ['Укажите вознаграждение.'] }),
    ...(landing.title === '' && { 'landing.title': ['Укажите заголовок публичной страницы.'] }),
    ...(consent_text === '' && {
      consent_text: ['Укажите текст согласия на обработку персональных данных.'],
    }),
    ...(privacyPolicyUrl === '' && {
      privacy_policy_url: ['Укажите адрес политики обработки персональных данных в разделе «Организация».'],
    }),
  };
}
