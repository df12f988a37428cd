import { expect, test } from 'vitest';
import { describeConditions } from './describe-lines.ts';
import { describeReward } from './describe-reward.ts';
import type { RewardLine } from './reward-lines.ts';
import type { RewardEvent, RewardRule } from './rewards.ts';

const rule: RewardRule = {
  version: 1,
  kind: 'fixed',
  fixed_kop: 150_000,
  percent_bps: null,
  tiers: null,
  cap_per_lead_kop: null,
  applies_to: 'first_sale',
  applies_to_limit: null,
  base: 'gross',
  cap_per_client_kop: null,
  cap_per_partner_kop: null,
  cap_period: null,
  measure: 'count',
  period: 'life',
  lines: null,
  mode: 'next',
};
const percent = { kind: 'percent', percent_bps: 1200 } as const;
const net = { ...percent, base: 'net_of_vat' } as const;
const forMonths = (applies_to_limit: number) =>
  ({ applies_to: 'sales_for_months', applies_to_limit }) as const;
const forSales = (applies_to_limit: number) => ({ applies_to: 'first_sales', applies_to_limit }) as const;
const lifetime = { applies_to: 'lifetime' } as const;
const createShares = (period: RewardRule['period'], ...from: number[]) => ({
  kind: 'tiered' as const,
  period,
  tiers: from.map((start, index) => ({ from: start, percent_bps: 1000 + index * 200 })),
});
const turnover = { measure: 'turnover' } as const;
const pro: RewardLine = { when: { products: ['Тариф Про'] }, pay: { percent_bps: 1500 } };
const both: RewardLine = {
  when: { client: 'new' },
  pay: { fixed_kop: 50_000, percent_bps: 500 },
  cap_kop: 1_000_000,
};
const createTiers = (...amounts: number[]) => ({
  kind: 'tiered' as const,
  tiers: amounts.map((fixed_kop, index) => ({ from: index * 5, fixed_kop })),
});

const cases: readonly [string, Partial<RewardRule>, RewardEvent?][] = [
  ['1 500,00 ₽ за подтвержденный лид', {}, 'lead_qualified'],
  ['1 500,00 ₽ за сделку', {}],
  ['500,00 ₽ – 700,00 ₽ за сделку', createTiers(50_000, 70_000)],
  ['500,00 ₽ за сделку', createTiers(50_000, 50_000)],
  ['10 % от сделки', createShares('month', 0)],
  ['10 % от первых 5 сделок, дальше 12 %', createShares('life', 0, 5)],
  ['10 % от первой сделки за месяц, дальше 12 %', createShares('month', 0, 1)],
  [
    '10 % от сделок на сумму до 500 000,00 ₽ за квартал, дальше 12 %',
    { ...createShares('quarter', 0, 50_000_000), ...turnover },
  ],
  [
    '10 % от сделок на сумму до 500 000,00 ₽ за квартал, дальше 12 %, ставка за весь квартал',
    { ...createShares('quarter', 0, 50_000_000), ...turnover, mode: 'whole_period' },
  ],
  [
    '10 % от сделки, если сделок за квартал меньше 5, дальше 12 %, ставка за весь квартал',
    { ...createShares('quarter', 0, 5), mode: 'whole_period' },
  ],
  [
    '500,00 ₽ за подтвержденный лид, если лидов за месяц меньше 5, 700,00 ₽ до 10, дальше 900,00 ₽, ставка за весь месяц',
    { ...createTiers(50_000, 70_000, 90_000), period: 'month', mode: 'whole_period' },
    'lead_qualified',
  ],
  [
    '10 % от сделок на сумму до 1 000,00 ₽ за год, 12 % до 2 000,00 ₽, дальше 14 %',
    { ...createShares('year', 0, 100_000, 200_000), ...turnover },
  ],
  [
    '500,00 ₽ за каждый из первых 5 лидов за месяц, дальше 700,00 ₽',
    { ...createTiers(50_000, 70_000), period: 'month' },
    'lead_qualified',
  ],
  [
    '500,00 ₽ за каждую из первых 5 сделок за месяц, 700,00 ₽ до 10, дальше 900,00 ₽',
    { ...createTiers(50_000, 70_000, 90_000), period: 'month' },
  ],
  [
    '500,00 ₽ за сделку при сделках на сумму до 0,05 ₽, дальше 700,00 ₽, не больше 600,00 ₽',
    { ...createTiers(50_000, 70_000), ...turnover, cap_per_lead_kop: 60_000 },
  ],
  ['12 % от сделки', percent],
  ['12 % от сделки, не больше 10 000,00 ₽', { ...percent, cap_per_lead_kop: 1_000_000 }],
  ['12 % от сделки без НДС', net],
  ['12 % с каждой оплаты клиента в течение 12 месяцев', { ...percent, ...forMonths(12) }],
  ['12 % с каждой оплаты клиента в течение 1 месяца', { ...percent, ...forMonths(1) }],
  ['12 % с каждой оплаты клиента в течение 3 месяцев', { ...percent, ...forMonths(3) }],
  ['12 % с каждой оплаты клиента в течение 21 месяца', { ...percent, ...forMonths(21) }],
  ['12 % с каждой оплаты без НДС в течение 6 месяцев', { ...net, ...forMonths(6) }],
  ['1 500,00 ₽ за каждую оплату клиента в течение 6 месяцев', forMonths(6)],
  ['12 % с каждой оплаты клиента', { ...percent, ...lifetime }],
  ['1 500,00 ₽ за каждую оплату клиента', lifetime],
  [
    '12 % с каждой оплаты без НДС, не больше 50 000,00 ₽ за клиента',
    { ...net, ...lifetime, cap_per_client_kop: 5_000_000 },
  ],
  [
    '12 % с каждой оплаты клиента, не больше 10 000,00 ₽ за оплату',
    { ...percent, ...lifetime, cap_per_lead_kop: 1_000_000 },
  ],
  [
    '12 % с каждой оплаты клиента, не больше 10 000,00 ₽ за оплату и 50 000,00 ₽ за клиента',
    { ...percent, ...lifetime, cap_per_lead_kop: 1_000_000, cap_per_client_kop: 5_000_000 },
  ],
  [
    '12 % от сделки, не больше 100 000,00 ₽ в месяц на партнера',
    { ...percent, cap_per_partner_kop: 10_000_000, cap_period: 'month' },
  ],
  [
    '12 % с каждой оплаты клиента, не больше 50 000,00 ₽ за клиента, не больше 1 000 000,00 ₽ на партнера',
    {
      ...percent,
      ...lifetime,
      cap_per_client_kop: 5_000_000,
      cap_per_partner_kop: 100_000_000,
      cap_period: 'life',
    },
  ],
  [
    '10 % от оплат на сумму до 5 000,00 ₽ за квартал, дальше 12 %: с каждой оплаты клиента',
    { ...createShares('quarter', 0, 500_000), ...turnover, ...lifetime },
  ],
  [
    '10 % от оплат на сумму до 5 000,00 ₽ за месяц, дальше 12 %: с каждой оплаты клиента в течение 12 месяцев',
    { ...createShares('month', 0, 500_000), ...turnover, ...forMonths(12) },
  ],
  ['12 % с первых 5 оплат клиента', { ...percent, ...forSales(5) }],
  ['12 % с первых 21 оплаты клиента', { ...percent, ...forSales(21) }],
  ['12 % с первых 2 оплат без НДС', { ...net, ...forSales(2) }],
  ['1 500,00 ₽ за каждую из первых 5 оплат клиента', forSales(5)],
  ['15 % за «Тариф Про», 12 % за остальное', { ...percent, lines: [pro] }],
  [
    '15 % за «Тариф Про», 500,00 ₽ и 5 % (не больше 10 000,00 ₽) с первой покупки клиента, 12 % за остальное',
    { ...percent, lines: [pro, both] },
  ],
  ['15 % за «Тариф Про», 1 500,00 ₽ за остальное: за каждую оплату клиента', { ...lifetime, lines: [pro] }],
  [
    '15 % за «Тариф Про», 12 % за остальное: от сделки без НДС, не больше 10 000,00 ₽',
    { ...net, cap_per_lead_kop: 1_000_000, lines: [pro] },
  ],
];

test.each(cases)('a reward is described as «%s»', (sentence, fields, event = 'deal_won') => {
  expect(describeReward({ ...rule, ...fields }, event).replaceAll('\u00a0', ' ')).toBe(sentence);
});

const link = '0198c5e0-0000-7000-8000-000000000001';
const conditions: readonly [string, RewardLine['when']][] = [
  ['за «Старт», «Про» или «Макс»', { products: ['Старт', 'Про', 'Макс'] }],
  ['с повторных покупок', { client: 'existing' }],
  ['при сумме от 1 000,00 ₽', { amount_from_kop: 100_000 }],
  ['при сумме до 2 000,00 ₽', { amount_to_kop: 200_000 }],
  ['при сумме от 1 000,00 ₽ до 2 000,00 ₽', { amount_from_kop: 100_000, amount_to_kop: 200_000 }],
  ['по выбранной ссылке', { links: [link] }],
  ['по выбранным ссылкам', { links: [link, link] }],
  ['с 1-го месяца', { months_from: 1 }],
  ['с 13-го месяца', { months_from: 13 }],
  ['в первый месяц', { months_to: 1 }],
  ['в первые 3 месяца', { months_to: 3 }],
  ['в первые 12 месяцев', { months_from: 1, months_to: 12 }],
  ['в 3-й месяц', { months_from: 3, months_to: 3 }],
  ['с 3-го по 6-й месяц', { months_from: 3, months_to: 6 }],
  [
    'за «Про» с первой покупки клиента при сумме от 1 000,00 ₽ по выбранной ссылке в первые 12 месяцев',
    { products: ['Про'], client: 'new', amount_from_kop: 100_000, links: [link], months_to: 12 },
  ],
];

test.each(conditions)('conditions are described as «%s»', (sentence, when) => {
  expect(describeConditions(when).replaceAll('\u00a0', ' ')).toBe(sentence);
});
