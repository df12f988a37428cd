import {
  computeCommission,
  findTier,
  type RewardCase,
  type RewardRule,
} from '@referral-dashboard/api-contract';
import { formatDay, formatPercent, formatRubles } from '../../platform/russian-format.ts';

type Hold = { until: Date; from: Date; timeZone: string };

/**
 * Returns the explanation of a reward: `7,5 % от 125 000,00 ₽; удержание до 4 сен 2026`. The terms of a group or of one partner are named before it:
 * `Личная ставка с 1 мар 2026: 12 % от …`.
 */
export function rewardInWords(
  rule: RewardRule & { label: string },
  rewardCase: RewardCase,
  amountKop: number,
  hold: Hold,
): string {
  const isCapped =
    rule.cap_per_lead_kop === amountKop && describeBase(rule, rewardCase) !== formatRubles(amountKop);
  const cap = isCapped ? `, не больше ${formatRubles(amountKop)}` : '';
  const net = rule.base === 'net_of_vat' ? ' без НДС' : '';
  const perClient = rule.cap_per_client_kop;
  const clientCap =
    perClient !== null && amountKop < computeCommission(rule, rewardCase)
      ? `, не больше ${formatRubles(perClient)} за клиента`
      : '';
  const when =
    hold.until > hold.from ? `удержание до ${formatDay(hold.until, hold.timeZone)}` : 'можно выплатить сразу';
  const whose = rule.label === '' ? '' : `${rule.label}: `;
  return `${whose}${describeBase(rule, rewardCase)}${net}${cap}${clientCap}; ${when}`;
}

const STEP_PERIODS = { month: ' за месяц', quarter: ' за квартал', year: ' за год', life: '' };

function describeBase(rule: RewardRule, { deal_amount_kop, rewarded_before }: RewardCase): string {
  switch (rule.kind) {
    case 'fixed':
      return formatRubles(rule.fixed_kop ?? 0);
    case 'percent':
      return `${formatPercent(rule.percent_bps ?? 0)} от ${formatRubles(deal_amount_kop)}`;
    case 'tiered': {
      const { from = 0, fixed_kop = 0, percent_bps } = findTier(rule.tiers, rewarded_before) ?? {};
      const pay =
        percent_bps === undefined
          ? formatRubles(fixed_kop)
          : `${formatPercent(percent_bps)} от ${formatRubles(deal_amount_kop)}`;
      const period = STEP_PERIODS[rule.period];
      if (rule.measure === 'turnover')
        return `${pay}, ставка после ${formatRubles(from)}${period}, до этой сделки ${formatRubles(rewarded_before)}`;
      return `${pay} за ${rewarded_before + 1}-й лид${period}, ставка с ${from + 1}-го лида`;
    }
  }
}

/** Returns the explanation of a correction after a change of the deal amount. */
export const correctionInWords = (
  deal: { before: number; now: number },
  reward: { before: number; now: number },
) =>
  `Сумма сделки ${formatRubles(deal.now)} вместо ${formatRubles(deal.before)}: вознаграждение ${formatRubles(reward.now)} вместо ${formatRubles(reward.before)}`;

/** Returns the explanation of a correction after a change of a later sale, or of the sales before it. */
export const recountInWords = (title: string, reward: { before: number; now: number }) =>
  `${title} пересчитана: вознаграждение ${formatRubles(reward.now)} вместо ${formatRubles(reward.before)}`;

/** Returns the explanation of a correction after a refund to the client. */
export const refundInWords = (refundKop: number, reward: { before: number; now: number }) =>
  `Возврат клиенту ${formatRubles(refundKop)}: вознаграждение ${formatRubles(reward.now)} вместо ${formatRubles(reward.before)}`;

/** Returns the explanation of a reversal: a reward that is already in a payment is deducted from the next one. */
export const reversalInWords = (numbers: readonly number[], title: string) =>
  `Возврат ${numbers.map((number) => `Н-${number}`).join(', ')}: ${title} больше не дает вознаграждения`;
