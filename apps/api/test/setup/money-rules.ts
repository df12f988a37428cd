import type { Reward } from '@referral-dashboard/api-contract';
import { stepRule } from './step-deals.ts';

/** Rewards for every sale, for a number of them, and for a month, with caps. */
export const LATER_SALES: Reward[] = [
  {
    ...stepRule(['turnover', 'month'], 'percent_bps', { 0: 750, 100000: 1000, 300000: 1500 }),
    applies_to: 'lifetime',
  },
  {
    kind: 'percent',
    percent_bps: 1000,
    applies_to: 'lifetime',
    cap_per_client_kop: 25_000,
    cap_per_partner_kop: 30_000,
    cap_period: 'month',
  },
  { kind: 'percent', percent_bps: 750, applies_to: 'lifetime', base: 'net_of_vat' },
  {
    kind: 'percent',
    percent_bps: 1000,
    applies_to: 'first_sales',
    applies_to_limit: 3,
    cap_per_client_kop: 20_000,
  },
  {
    kind: 'fixed',
    fixed_kop: 10_000,
    applies_to: 'sales_for_months',
    applies_to_limit: 1,
    cap_per_client_kop: 25_000,
  },
  {
    kind: 'percent',
    percent_bps: 500,
    applies_to: 'lifetime',
    base: 'net_of_vat',
    lines: [
      { when: { products: ['Pro', 'Max'], amount_from_kop: 7 }, pay: { percent_bps: 1500 }, cap_kop: 9_000 },
      { when: { client: 'new', amount_to_kop: 99_999 }, pay: { fixed_kop: 500, percent_bps: 1000 } },
      { when: { months_to: 1 }, pay: { percent_bps: 700 } },
      { when: { client: 'existing' }, pay: { fixed_kop: 300 } },
    ],
  },
  {
    kind: 'fixed',
    fixed_kop: 4_000,
    applies_to: 'first_sales',
    applies_to_limit: 3,
    cap_per_client_kop: 30_000,
    lines: [{ when: { products: ['pro'], client: 'new' }, pay: { percent_bps: 2000 } }],
  },
];
/** Steps that pay the whole period. */
export const STEPS_AT_PERIOD_END: Reward[] = [
  { ...stepRule(['count', 'month'], 'percent_bps', { 0: 750, 2: 1000 }), mode: 'whole_period' },
  {
    ...stepRule(['turnover', 'quarter'], 'fixed_kop', { 0: 1000, 100000: 5000, 12500000: 7000 }),
    mode: 'whole_period',
  },
];
