import { formatMoney, formatRate, type Noun, nounFor } from '../../values/formats.ts';
import { describeLine } from './describe-lines.ts';
import type { RewardEvent, RewardRule, StepPeriod } from './rewards.ts';

/** Events that earn a reward, after the preposition «за». */
export const REWARD_EVENT_LABELS: Record<RewardEvent, string> = {
  lead_qualified: 'за подтвержденный лид',
  deal_won: 'за сделку',
};

/** Noun forms in the genitive. */
const MONTHS: Noun = ['месяца', 'месяцев', 'месяцев'];
const DEALS: Noun = ['сделки', 'сделок', 'сделок'];
const LEADS: Noun = ['лида', 'лидов', 'лидов'];
const SALES: Noun = ['оплаты', 'оплат', 'оплат'];

type Rule = Omit<RewardRule, 'version'>;

/**
 * Returns a reward in one sentence: «500,00 ₽ за подтвержденный лид», «7,5 % от сделки, не больше 10 000,00 ₽»,
 * «12 % с каждой оплаты клиента в течение 12 месяцев», «10 % с каждой оплаты без НДС, не больше 50 000,00 ₽ за клиента»,
 * «15 % за «Тариф Про», 10 % за остальное», «10 % от сделки, не больше 100 000,00 ₽ в месяц на партнера».
 */
export function describeReward(rule: Rule, event: RewardEvent): string {
  const steps = rule.kind === 'tiered' ? describeSteps(rule, event) : null;
  if (steps !== null) return `${steps}${describeCaps(rule)}`;
  const amount = rule.kind === 'percent' ? formatRate(rule.percent_bps ?? 0) : describeAmount(rule);
  const terms = `${describeSource(rule, event)}${describeCaps(rule)}`;
  if (rule.lines === null || rule.lines.length === 0) return `${amount} ${terms}`;
  const rates = [...rule.lines.map(describeLine), `${amount} за остальное`].join(', ');
  return hasTerms(rule) ? `${rates}: ${terms}` : rates;
}

const WHOLE_PERIODS: Record<StepPeriod, string> = {
  month: ', ставка за весь месяц',
  quarter: ', ставка за весь квартал',
  year: ', ставка за весь год',
  life: '',
};
const PERIODS: Record<StepPeriod, string> = {
  month: ' за месяц',
  quarter: ' за квартал',
  year: ' за год',
  life: '',
};

/** Describes steps of a percentage, of a turnover or of a period; null for amounts by rewards of all time, which are a range. */
function describeSteps(rule: Rule, event: RewardEvent): string | null {
  const { tiers, measure, period, mode, applies_to } = rule;
  const [first, second, ...others] = tiers ?? [];
  const isShare = first?.percent_bps !== undefined;
  if (first === undefined || (measure === 'count' && period === 'life' && !isShare)) return null;
  const pay = ({ fixed_kop = 0, percent_bps }: typeof first) =>
    percent_bps === undefined ? formatMoney(fixed_kop) : formatRate(percent_bps);
  const isForSales = applies_to !== 'first_sale';
  const sales = isForSales ? describeSource({ ...rule, kind: isShare ? 'percent' : 'fixed' }, event) : '';
  if (second === undefined && isForSales) return `${pay(first)} ${sales}`;
  if (second === undefined) return `${pay(first)} ${isShare ? 'от сделки' : REWARD_EVENT_LABELS[event]}`;
  const steps = [second, ...others];
  const last = steps.at(-1) ?? second;
  const middle = steps.slice(0, -1).map((step, index) => {
    const { from } = steps[index + 1] ?? last;
    return `, ${pay(step)} до ${measure === 'turnover' ? formatMoney(from) : from}`;
  });
  const start = describeFirstStep(second.from, { measure, isShare, event, mode, period, isForSales });
  return `${pay(first)} ${start}${middle.join('')}, дальше ${pay(last)}${mode === 'whole_period' ? WHOLE_PERIODS[period] : ''}${isForSales ? `: ${sales}` : ''}`;
}

type Steps = Pick<Rule, 'measure' | 'mode' | 'period'> & {
  isShare: boolean;
  event: RewardEvent;
  isForSales: boolean;
};

const describeFirstStep = (to: number, steps: Steps) =>
  steps.mode === 'whole_period' && steps.measure === 'count'
    ? describeReached(to, steps)
    : `${describeFirst(to, steps)}${PERIODS[steps.period]}`;

/** The whole period gets the step of the number that it reached: that number itself is in the next step. */
function describeReached(to: number, { isShare, event, period }: Steps): string {
  const source = isShare ? 'от сделки' : REWARD_EVENT_LABELS[event];
  return `${source}, если ${event === 'deal_won' ? 'сделок' : 'лидов'}${PERIODS[period]} меньше ${to}`;
}

function describeFirst(to: number, { measure, isShare, event, isForSales }: Steps): string {
  if (isForSales) return `${isShare ? 'от оплат' : 'за оплату при оплатах'} на сумму до ${formatMoney(to)}`;
  if (measure === 'turnover')
    return `${isShare ? 'от сделок' : 'за сделку при сделках'} на сумму до ${formatMoney(to)}`;
  if (to === 1) {
    if (isShare) return 'от первой сделки';
    return event === 'deal_won' ? 'за первую сделку' : 'за первый лид';
  }
  if (isShare) return `от первых ${to}\u00a0${nounFor(to, DEALS)}`;
  return event === 'deal_won'
    ? `за каждую из первых ${to}\u00a0${nounFor(to, DEALS)}`
    : `за каждый из первых ${to}\u00a0${nounFor(to, LEADS)}`;
}

/** Returns true for a rule that rewards later sales, takes a percentage without VAT, or has a cap for all lines or sales. */
const hasTerms = ({ applies_to, base, cap_per_lead_kop, cap_per_partner_kop }: Rule) =>
  applies_to !== 'first_sale' ||
  base !== 'gross' ||
  cap_per_lead_kop !== null ||
  cap_per_partner_kop !== null;

/** Formats «500,00 ₽» or the range of the tiers, «500,00 ₽ – 700,00 ₽». */
function describeAmount({ kind, fixed_kop, tiers }: Pick<Rule, 'kind' | 'fixed_kop' | 'tiers'>): string {
  const amounts = kind === 'fixed' ? [fixed_kop ?? 0] : (tiers ?? []).map((tier) => tier.fixed_kop ?? 0);
  return [...new Set([Math.min(...amounts), Math.max(...amounts)])].map(formatMoney).join(' – ');
}

function describeSource({ kind, base, applies_to, applies_to_limit }: Rule, event: RewardEvent): string {
  const isPercent = kind === 'percent';
  const isNet = base === 'net_of_vat';
  const limit = applies_to_limit ?? 0;
  const payer = isNet ? 'без НДС' : 'клиента';
  switch (applies_to) {
    case 'first_sale':
      if (!isPercent) return REWARD_EVENT_LABELS[event];
      return isNet ? 'от сделки без НДС' : 'от сделки';
    case 'sales_for_months': {
      const term = `${limit}\u00a0${nounFor(limit, MONTHS)}`;
      return isPercent
        ? `с каждой оплаты ${payer} в течение ${term}`
        : `за каждую оплату клиента в течение ${term}`;
    }
    case 'lifetime':
      return isPercent ? `с каждой оплаты ${payer}` : 'за каждую оплату клиента';
    case 'first_sales': {
      const sales = `первых ${limit}\u00a0${nounFor(limit, SALES)}`;
      return isPercent ? `с ${sales} ${payer}` : `за каждую из ${sales} клиента`;
    }
  }
}

function describeCaps(rule: Rule): string {
  const ofPartner = describePartnerCap(rule);
  return `${describeSaleCaps(rule)}${ofPartner === null ? '' : `, ${ofPartner}`}`;
}

const CAP_PERIODS: Record<StepPeriod, string> = {
  month: ' в месяц',
  quarter: ' в квартал',
  year: ' в год',
  life: '',
};

/** Returns «не больше 100 000,00 ₽ в месяц на партнера»; null for a rule without this cap. */
export const describePartnerCap = ({
  cap_per_partner_kop,
  cap_period,
}: Pick<Rule, 'cap_per_partner_kop' | 'cap_period'>) =>
  cap_per_partner_kop === null
    ? null
    : `не больше ${formatMoney(cap_per_partner_kop)}${CAP_PERIODS[cap_period ?? 'life']} на партнера`;

/** Returns «достигнут предел 100 000,00 ₽ за месяц». */
export const describeReachedCap = ({
  cap_per_partner_kop,
  cap_period,
}: Pick<Rule, 'cap_per_partner_kop' | 'cap_period'>) =>
  `достигнут предел ${formatMoney(cap_per_partner_kop ?? 0)}${PERIODS[cap_period ?? 'life']}`;

function describeSaleCaps({ applies_to, cap_per_lead_kop, cap_per_client_kop }: Rule): string {
  const perSale = cap_per_lead_kop !== null && formatMoney(cap_per_lead_kop);
  const perClient = cap_per_client_kop !== null && formatMoney(cap_per_client_kop);
  if (perSale && perClient) return `, не больше ${perSale} за оплату и ${perClient} за клиента`;
  if (perClient) return `, не больше ${perClient} за клиента`;
  if (perSale)
    return applies_to === 'first_sale' ? `, не больше ${perSale}` : `, не больше ${perSale} за оплату`;
  return '';
}
