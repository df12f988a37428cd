import {
  baseAmount,
  type CommissionCase,
  computeCommission,
  describeConditions,
  describeReachedCap,
  findLine,
  findTier,
  type RewardLine,
  type RewardRule,
} from '@referral-dashboard/api-contract';
import { formatCount, formatDay, formatPercent, formatRubles } from '../../platform/russian-format.ts';
import { atStart, type ClaimSource } from './claim-source.ts';

type Hold = { until: Date; from: Date; timeZone: string };

/**
 * Returns the explanation of a reward: `7,5 % от 125 000,00 ₽; удержание до 4 сен 2026`. The terms of a group or of one partner are named before it, and
 * the line of the rule after the rate: `Личная ставка с 1 мар 2026: 12 % от 125 000,00 ₽ за «Тариф Про»; …`.
 */
export function rewardInWords(
  rule: RewardRule & { label: string },
  rewardCase: CommissionCase,
  { amount_kop: amountKop, isCapReached }: { amount_kop: number; isCapReached: boolean },
  hold: Hold,
): string {
  const line = lineFor(rule, rewardCase);
  const caps = [line?.cap_kop, rule.cap_per_lead_kop];
  const isCapped =
    !isCapReached && caps.includes(amountKop) && describeRate(rule, rewardCase) !== formatRubles(amountKop);
  const cap = isCapped ? `, не больше ${formatRubles(amountKop)}` : '';
  const perClient = rule.cap_per_client_kop;
  const clientCap =
    !isCapReached && perClient !== null && amountKop < computeCommission(rule, rewardCase)
      ? `, не больше ${formatRubles(perClient)} за клиента`
      : '';
  const partnerCap = isCapReached ? `, ${describeReachedCap(rule)}` : '';
  const when =
    hold.until > hold.from ? `удержание до ${formatDay(hold.until, hold.timeZone)}` : 'можно выплатить сразу';
  const whose = rule.label === '' ? '' : `${rule.label}: `;
  return `${whose}${describeRate(rule, rewardCase)}${describeLine(line, rewardCase)}${cap}${clientCap}${partnerCap}; ${when}`;
}

const STEP_PERIODS = { month: ' за месяц', quarter: ' за квартал', year: ' за год', life: '' };

const lineFor = ({ lines }: RewardRule, rewardCase: CommissionCase) =>
  findLine(lines, { ...rewardCase, amount_kop: rewardCase.deal_amount_kop });

/** Names the conditions of a line. Of its products, only the one of the sale. */
const describeLine = (line: RewardLine | undefined, { product = '' }: CommissionCase) =>
  line === undefined
    ? ''
    : ` ${describeConditions(line.when.products === undefined ? line.when : { ...line.when, products: [product.trim()] })}`;

function describeRate(rule: RewardRule, rewardCase: CommissionCase): string {
  const { deal_amount_kop: amount_kop, vat_kop = null, rewarded_before } = rewardCase;
  const net = rule.base === 'net_of_vat' ? ' без НДС' : '';
  const share = (bps: number) =>
    `${formatPercent(bps)} от ${formatRubles(baseAmount(rule.base, { amount_kop, vat_kop }))}${net}`;
  const line = lineFor(rule, rewardCase);
  if (line !== undefined) {
    const { fixed_kop, percent_bps } = line.pay;
    return [
      ...(fixed_kop === undefined ? [] : [formatRubles(fixed_kop)]),
      ...(percent_bps === undefined ? [] : [share(percent_bps)]),
    ].join(' и ');
  }
  switch (rule.kind) {
    case 'fixed':
      return formatRubles(rule.fixed_kop ?? 0);
    case 'percent':
      return share(rule.percent_bps ?? 0);
    case 'tiered': {
      const { from = 0, fixed_kop = 0, percent_bps } = findTier(rule.tiers, rewarded_before) ?? {};
      const pay = percent_bps === undefined ? formatRubles(fixed_kop) : share(percent_bps);
      const period = STEP_PERIODS[rule.period];
      if (rule.measure === 'turnover')
        return `${pay}, ставка после ${formatRubles(from)}${period}, до этой ${rule.applies_to === 'first_sale' ? 'сделки' : 'оплаты'} ${formatRubles(rewarded_before)}`;
      return `${pay} за ${rewarded_before + 1}-й лид${period}, ставка с ${from + 1}-го лида`;
    }
  }
}

/** Returns the rate after a correction by a rule with lines, in brackets: ` (15 % от 125 000,00 ₽ за «Тариф Про»)`. Empty for a rule with one rate. */
export const rateInWords = (rule: RewardRule, rewardCase: CommissionCase) =>
  rule.lines === null
    ? ''
    : ` (${describeRate(rule, rewardCase)}${describeLine(lineFor(rule, rewardCase), rewardCase)})`;

const PERIOD_NAMES = { month: 'Месяц', quarter: 'Квартал', year: 'Год', life: 'Период' };
const DEALS = ['сделка', 'сделки', 'сделок'] as const;

type Tier = NonNullable<ReturnType<typeof findTier>>;

const ratesInWords = (tiers: readonly Tier[]) =>
  tiers
    .map(({ fixed_kop = 0, percent_bps }) =>
      percent_bps === undefined ? formatRubles(fixed_kop) : formatPercent(percent_bps),
    )
    .join(' и ');

/**
 * Returns the explanation of the correction that closes a period:
 * `Квартал с 1 янв 2026 закрыт: 12 сделок на 1 200 000,00 ₽, ставка 12 % вместо 10 %: +24 000,00 ₽`.
 */
export function periodInWords(
  { period, from, closed_at }: { period: RewardRule['period']; from: string; closed_at: Date | null },
  close: { deals: number; turnover_kop: number; before: Tier[]; after: Tier[]; delta_kop: number },
): string {
  const start = `${PERIOD_NAMES[period]} с ${formatDay(new Date(from), 'UTC')} ${closed_at === null ? 'закрыт' : 'пересчитан'}`;
  const reached = `${formatCount(close.deals, DEALS)} на ${formatRubles(close.turnover_kop)}`;
  const rates =
    close.after.length === 0
      ? 'ставка прежняя'
      : `ставка ${ratesInWords(close.after)} вместо ${ratesInWords(close.before)}`;
  return `${start}: ${reached}, ${rates}: ${close.delta_kop > 0 ? '+' : ''}${formatRubles(close.delta_kop)}`;
}

/** Returns the explanation of a correction after a change of the deal amount. */
export const correctionInWords = (
  deal: { before: number; now: number },
  reward: { before: number; now: number },
  rate: string,
) =>
  `Сумма сделки ${formatRubles(deal.now)} вместо ${formatRubles(deal.before)}: вознаграждение ${formatRubles(reward.now)} вместо ${formatRubles(reward.before)}${rate}`;

/** Returns the explanation of a correction after another change of a lead or a later sale, or of the sales before it. */
export const recountInWords = (
  { title, sale_id }: Pick<ClaimSource, 'title' | 'sale_id'>,
  reward: { before: number; now: number },
  rate: string,
) =>
  `${atStart(title)} ${sale_id === null ? 'пересчитан' : 'пересчитана'}: вознаграждение ${formatRubles(reward.now)} вместо ${formatRubles(reward.before)}${rate}`;

/** Returns the explanation of a correction after a refund to the client. */
export const refundInWords = (refundKop: number, reward: { before: number; now: number }) =>
  `Возврат клиенту ${formatRubles(refundKop)}: вознаграждение ${formatRubles(reward.now)} вместо ${formatRubles(reward.before)}`;

/** Returns the explanation of a reversal: a reward that is already in a payment is deducted from the next one. */
export const reversalInWords = (numbers: readonly number[], title: string) =>
  `Возврат ${numbers.map((number) => `Н-${number}`).join(', ')}: ${title} больше не дает вознаграждения`;
