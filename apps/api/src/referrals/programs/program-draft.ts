import {
  APPLIES_TO_LIMITS,
  MAX_STEP_COUNT,
  type NewProgram,
  type ProgramTerms,
  type Reward,
  type RewardEvent,
  type RewardRule,
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
    landing_mode: 'page',
    landing_url: '',
    attribution: 'last',
    reward: null,
    ...defined(input),
    name: input.name,
    landing: { ...EMPTY_LANDING, ...defined(input.landing ?? {}) },
  };
}

/** Converts a stored reward rule into an input value. */
export function rewardOfRule(rule: RewardRule): Reward {
  const { cap_per_lead_kop, applies_to, applies_to_limit, base, cap_per_client_kop, lines } = rule;
  const { cap_per_partner_kop, cap_period } = rule;
  const limits = { cap_per_lead_kop, cap_per_partner_kop, cap_period };
  const caps = { ...limits, applies_to, applies_to_limit, cap_per_client_kop, lines };
  if (rule.kind === 'fixed') return { kind: 'fixed', fixed_kop: rule.fixed_kop ?? 1, ...caps };
  if (rule.kind === 'percent') return { kind: 'percent', percent_bps: rule.percent_bps ?? 1, base, ...caps };
  const { measure, period, mode } = rule;
  return {
    kind: 'tiered',
    tiers: rule.tiers ?? [],
    measure,
    period,
    mode,
    ...limits,
    applies_to,
    applies_to_limit,
  };
}

/** Converts an input value into the columns of a reward rule. */
export const ruleOfReward = (reward: Reward): Omit<RewardRule, 'version'> => ({
  kind: reward.kind,
  fixed_kop: reward.kind === 'fixed' ? reward.fixed_kop : null,
  percent_bps: reward.kind === 'percent' ? reward.percent_bps : null,
  tiers: reward.kind === 'tiered' ? reward.tiers : null,
  cap_per_lead_kop: reward.cap_per_lead_kop ?? null,
  cap_per_partner_kop: reward.cap_per_partner_kop ?? null,
  cap_period: reward.cap_per_partner_kop == null ? null : (reward.cap_period ?? 'life'),
  measure: (reward.kind === 'tiered' ? reward.measure : undefined) ?? 'count',
  period: (reward.kind === 'tiered' ? reward.period : undefined) ?? 'life',
  mode: (reward.kind === 'tiered' ? reward.mode : undefined) ?? 'next',
  ...FIRST_SALE,
  applies_to: reward.applies_to ?? FIRST_SALE.applies_to,
  applies_to_limit: reward.applies_to_limit ?? null,
  ...(reward.kind !== 'tiered' && {
    base: (reward.kind === 'percent' ? reward.base : undefined) ?? FIRST_SALE.base,
    cap_per_client_kop: reward.cap_per_client_kop ?? null,
    lines: reward.lines?.length ? reward.lines : null,
  }),
});

const FIRST_SALE = {
  applies_to: 'first_sale',
  applies_to_limit: null,
  base: 'gross',
  cap_per_client_kop: null,
  lines: null,
} as const;

/** The reward of a copied program: lines for links of the copied program are left out. */
export const withoutLinks = (reward: Reward | null): Reward | null =>
  reward === null || reward.kind === 'tiered'
    ? reward
    : { ...reward, lines: reward.lines?.filter(({ when }) => when.links === undefined) };

/** True when two rewards are computed in the same way. */
export const isSame = (one: Reward | null, other: Reward | null) =>
  JSON.stringify(comparableValues(one)) === JSON.stringify(comparableValues(other));

function comparableValues(reward: Reward | null) {
  if (reward === null) return null;
  const { tiers, lines, ...rule } = ruleOfReward(reward);
  // The database orders the keys of objects in its own way.
  return [
    Object.values(rule),
    tiers?.map(({ from, fixed_kop, percent_bps }) => [from, fixed_kop, percent_bps]),
    lines?.map(({ when, pay, cap_kop = null }) => [sortedEntries(when), sortedEntries(pay), cap_kop]),
  ];
}

const sortedEntries = (values: object) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => one.localeCompare(other));

type Problems = Record<string, string[]>;

const SALES_NEED_DEAL = ['За оплаты клиента платят, только когда вознаграждение дается за сделку.'];

/** Returns why steps cannot reward later sales. */
function stepSalesProblem({ measure, mode }: Reward & { kind: 'tiered' }, event: RewardEvent) {
  if (event !== 'deal_won') return SALES_NEED_DEAL;
  if (measure !== 'turnover')
    return [
      'По числу сделок платят только за первую покупку клиента. За каждую оплату считайте сумму сделок.',
    ];
  return mode === 'whole_period'
    ? ['Ставку за весь срок пересчитывают только за первые покупки клиентов.']
    : undefined;
}

/** Returns the problem of the number of months or of sales. */
function limitProblem({ applies_to = 'first_sale', applies_to_limit: limit = null }: Reward) {
  const bounds = APPLIES_TO_LIMITS[applies_to];
  if (bounds === null)
    return limit === null ? undefined : ['Число оплат или месяцев указывают только вместе с их пределом.'];
  if (limit !== null && limit >= bounds.min && limit <= bounds.max) return undefined;
  return [
    applies_to === 'first_sales'
      ? `Укажите число оплат: от ${bounds.min} до ${bounds.max}.`
      : `Укажите число месяцев: от ${bounds.min} до ${bounds.max}.`,
  ];
}

const isPercentWithoutDeal = (reward: Reward | null, event: RewardEvent) =>
  reward?.kind === 'percent' && event !== 'deal_won';

const PERCENT_NEEDS_DEAL = ['Процент доступен, только когда вознаграждение дается за сделку.'];

function stepProblem(
  { tiers, measure, period = 'life', mode, cap_per_partner_kop = null }: Reward & { kind: 'tiered' },
  event: RewardEvent,
) {
  if (event !== 'deal_won' && tiers.some(({ percent_bps }) => percent_bps !== undefined))
    return PERCENT_NEEDS_DEAL;
  if (mode === 'whole_period' && cap_per_partner_kop !== null)
    return ['Предел на партнера нельзя задать вместе со ставкой за весь срок.'];
  if (mode === 'whole_period' && period === 'life')
    return ['Ставку за весь срок пересчитывают, только когда ступени считают за месяц, квартал или год.'];
  if (measure === 'turnover')
    return event === 'deal_won'
      ? undefined
      : ['Ступени по сумме сделок доступны, только когда вознаграждение дается за сделку.'];
  return tiers.some(({ from }) => from > MAX_STEP_COUNT)
    ? [`Ступень не дальше ${MAX_STEP_COUNT} сделок.`]
    : undefined;
}

/** Returns why a reward cannot be given for an event, in Russian. */
function rewardProblem(reward: Reward | null, event: RewardEvent): string[] | undefined {
  if (isPercentWithoutDeal(reward, event)) return PERCENT_NEEDS_DEAL;
  if (reward === null) return undefined;
  const { applies_to = 'first_sale' } = reward;
  if (reward.kind === 'tiered')
    return (
      (applies_to === 'first_sale' ? undefined : stepSalesProblem(reward, event)) ??
      stepProblem(reward, event) ??
      limitProblem(reward)
    );
  const { cap_per_client_kop = null } = reward;
  if (event !== 'deal_won' && reward.lines?.length)
    return ['Особые ставки доступны, только когда вознаграждение дается за сделку.'];
  if (event !== 'deal_won' && (applies_to !== 'first_sale' || cap_per_client_kop !== null))
    return SALES_NEED_DEAL;
  return limitProblem(reward);
}

/** @throws ApiError 400 for a reward that cannot be given for the event. */
export function checkReward(reward: Reward, event: RewardEvent) {
  const problem = rewardProblem(reward, event);
  if (problem !== undefined) throw invalid({ reward: problem });
}

/** Problems with combinations of terms, by field. */
export function findTermProblems(terms: ProgramTerms): Problems {
  const { reward, reward_event, starts_at, ends_at, landing_mode, landing_url } = terms;
  const problem = rewardProblem(reward, reward_event);
  const endsTooSoon = starts_at !== null && ends_at !== null && ends_at <= starts_at;
  return {
    ...(problem !== undefined && { reward: problem }),
    ...(landing_mode === 'redirect' &&
      landing_url === '' && { landing_url: ['Укажите страницу вашего сайта.'] }),
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
