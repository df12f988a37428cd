import { describe, expect, test } from 'vitest';
import { MAX_KOP } from '../../values/money.ts';
import { computeCommission } from './commission.ts';
import type { RewardLine, SaleFacts } from './reward-lines.ts';
import type { RewardRule } from './rewards.ts';

const rule: RewardRule = {
  version: 1,
  kind: 'fixed',
  fixed_kop: 50_000,
  percent_bps: null,
  tiers: null,
  cap_per_lead_kop: null,
  applies_to: 'first_sale' as const,
  applies_to_limit: null,
  base: 'gross' as const,
  cap_per_client_kop: null,
  cap_per_partner_kop: null,
  cap_period: null,
  measure: 'count' as const,
  period: 'life' as const,
  lines: null,
  mode: 'next' as const,
};
const tiers = [
  { from: 0, fixed_kop: 100 },
  { from: 3, fixed_kop: 200 },
  { from: 10, fixed_kop: 300 },
];

test('a fixed reward does not depend on the deal', () => {
  expect(computeCommission(rule, { deal_amount_kop: 10_000_000, rewarded_before: 7 })).toBe(50_000);
});

test('a percentage of the deal is limited by the cap', () => {
  const share = { ...rule, kind: 'percent' as const, percent_bps: 750, cap_per_lead_kop: 700_000 };
  expect(computeCommission(share, { deal_amount_kop: 1_234_567, rewarded_before: 0 })).toBe(92_593);
  expect(computeCommission(share, { deal_amount_kop: 10_000_000, rewarded_before: 0 })).toBe(700_000);
});

test.each([
  [0, 100],
  [2, 100],
  [3, 200],
  [9, 200],
  [10, 300],
])('the tier of %i previous rewarded leads gives %i', (rewarded_before, expected) => {
  expect(computeCommission({ ...rule, kind: 'tiered', tiers }, { deal_amount_kop: 0, rewarded_before })).toBe(
    expected,
  );
});

describe('lines', () => {
  const share: RewardRule = { ...rule, kind: 'percent', fixed_kop: null, percent_bps: 1000 };
  const sale = { deal_amount_kop: 10_000, rewarded_before: 0 };
  const commission = (lines: RewardLine[], facts: SaleFacts & { deal_amount_kop?: number } = {}) =>
    computeCommission({ ...share, lines }, { ...sale, ...facts });
  const link = '0198c5e0-0000-7000-8000-000000000001';
  const twenty = { percent_bps: 2000 };

  const cases: [string, RewardLine['when'], SaleFacts & { deal_amount_kop?: number }, number][] = [
    ['a listed product', { products: ['Тариф Про', 'Тариф Макс'] }, { product: 'Тариф Макс' }, 2000],
    [
      'a product in other case and with spaces',
      { products: ['Тариф Про'] },
      { product: ' тариф ПРО ' },
      2000,
    ],
    ['another product', { products: ['Тариф Про'] }, { product: 'Тариф Старт' }, 1000],
    ['a sale without a product', { products: ['Тариф Про'] }, {}, 1000],
    ['an amount equal to the lower bound', { amount_from_kop: 10_000 }, {}, 2000],
    ['an amount below the lower bound', { amount_from_kop: 10_001 }, {}, 1000],
    ['an amount equal to the upper bound', { amount_to_kop: 10_000 }, {}, 2000],
    ['an amount above the upper bound', { amount_to_kop: 9_999 }, {}, 1000],
    ['the first purchase', { client: 'new' }, { client: 'new' }, 2000],
    ['a later purchase by a line for new clients', { client: 'new' }, { client: 'existing' }, 1000],
    ['a later purchase', { client: 'existing' }, { client: 'existing' }, 2000],
    ['a listed link', { links: [link] }, { link }, 2000],
    ['no link', { links: [link] }, { link: null }, 1000],
    ['the first month of a range', { months_from: 3, months_to: 6 }, { month: 3 }, 2000],
    ['the last month of a range', { months_from: 3, months_to: 6 }, { month: 6 }, 2000],
    ['a month before a range', { months_from: 3 }, { month: 2 }, 1000],
    ['a month after a range', { months_to: 6 }, { month: 7 }, 1000],
    [
      'a sale that meets only one of two conditions',
      { client: 'new', amount_from_kop: 10_001 },
      { client: 'new' },
      1000,
    ],
    [
      'a sale that meets both conditions',
      { client: 'new', amount_from_kop: 10_000 },
      { client: 'new' },
      2000,
    ],
  ];
  test.each(cases)('%s is rewarded by the line or the main rate', (_, when, facts, expected) => {
    expect(commission([{ when, pay: twenty }], facts)).toBe(expected);
  });

  test('the first line that fits applies', () => {
    const lines: RewardLine[] = [
      { when: { products: ['Про'] }, pay: { percent_bps: 3000 } },
      { when: { client: 'new' }, pay: twenty },
      { when: { amount_from_kop: 1 }, pay: { fixed_kop: 7 } },
    ];
    expect(commission(lines, { product: 'Про' })).toBe(3000);
    expect(commission(lines)).toBe(2000);
    expect(commission(lines, { client: 'existing' })).toBe(7);
  });

  test('a line can pay an amount and a percentage, limited by its cap and by that of the rule', () => {
    const line: RewardLine = { when: { client: 'new' }, pay: { fixed_kop: 500, percent_bps: 2000 } };
    expect(commission([line])).toBe(2500);
    expect(commission([{ ...line, cap_kop: 2400 }])).toBe(2400);
    const capped = { ...share, cap_per_lead_kop: 2300, lines: [{ ...line, cap_kop: 2400 }] };
    expect(computeCommission(capped, sale)).toBe(2300);
  });

  test('the percentage of a line is taken without VAT, and its amount range is compared with the VAT', () => {
    const lines: RewardLine[] = [{ when: { amount_from_kop: 12_000 }, pay: twenty }];
    const net = { ...share, base: 'net_of_vat' as const, lines };
    expect(computeCommission(net, { ...sale, deal_amount_kop: 12_000, vat_kop: 2000 })).toBe(2000);
  });

  test('sums at the limit are exact', () => {
    const lines: RewardLine[] = [{ when: { client: 'new' }, pay: { fixed_kop: MAX_KOP, percent_bps: 9999 } }];
    expect(commission(lines, { deal_amount_kop: MAX_KOP })).toBe(19_999_000_000_000);
    expect(commission(lines, { deal_amount_kop: MAX_KOP - 1 })).toBe(19_998_999_999_999);
  });
});
