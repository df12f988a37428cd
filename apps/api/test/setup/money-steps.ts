import { getStates, type LeadStatus, type Reward, stateMachines } from '@referral-dashboard/api-contract';
import fc from 'fast-check';
import { DAY_SECONDS } from './ledger.ts';
import { LATER_SALES, STEPS_AT_PERIOD_END } from './money-rules.ts';

/** A random step. An index selects one of the existing rows, modulo their number. */
export type Step =
  | {
      kind: 'lead';
      by: 'public' | 'partner' | 'boss';
      partner: number;
      program: number;
      phone: number;
      email?: string;
    }
  | {
      kind: 'import';
      partner: number;
      program: number;
      phone: number;
      deal: number;
      daysAgo: number;
      isRewarded: boolean;
    }
  | { kind: 'move'; lead: number; to: LeadStatus; deal: number }
  | { kind: 'undo'; lead: number; by: number }
  | { kind: 'deal'; lead: number; deal: number }
  | { kind: 'transfer'; lead: number; partner: number }
  | { kind: 'sell'; client: number; kop: number; daysAgo: number; vat: boolean; product: string }
  | { kind: 'refund'; sale: number; part: 'third' | 'rest' }
  | {
      kind: 'sale';
      sale: number;
      change: 'amount' | 'day' | 'vat' | 'product';
      kop: number;
      daysAgo: number;
      product: string;
    }
  | { kind: 'client'; client: number; program: number; partner: number }
  | { kind: 'accrual'; at: number; word: (typeof ACCRUAL_WORDS)[number] }
  | { kind: 'grant'; partner: number; program: number; grant: 'bonus' | 'correction'; amount: number }
  | { kind: 'form'; partner: number; only: number }
  | { kind: 'request'; partner: number }
  | { kind: 'payment'; at: number; word: PaymentWord }
  | { kind: 'wait'; seconds: number }
  | { kind: 'mature' }
  | { kind: 'close-periods' }
  | { kind: 'program'; program: number; change: Change }
  | { kind: 'partner'; partner: number; word: 'block' | 'unblock' }
  | { kind: 'minimum'; kop: number }
  | { kind: 'method'; partner: number }
  | { kind: 'month'; word: 'close' | 'reopen' };

type Change = { reward: Reward } | { hold_days: number } | { budget: number | null };

export const ACCRUAL_WORDS = ['cancel', 'review', 'release', 'restore'] as const;
export const PAYMENT_WORDS = [
  'accept',
  'approve',
  'process',
  'pay',
  'fail',
  'retry',
  'cancel',
  'return',
  'return-part',
] as const;
/** `pay-late` has a day of the bank in the month before. */
export type PaymentWord = (typeof PAYMENT_WORDS)[number] | 'pay-late';

/** Deals whose 7.5 % is not a whole number of kopecks. The commission of the first rounds to zero. */
export const dealKop = fc.constantFrom(6, 7, 133, 99_999, 12_500_000, 33_333_333);
export const index = fc.nat(5);
export const kind = <Kind extends Step['kind']>(name: Kind) => fc.constant(name);
const reward: fc.Arbitrary<Reward> = fc.constantFrom<Reward>(
  { kind: 'percent', percent_bps: 750 },
  { kind: 'percent', percent_bps: 1, cap_per_lead_kop: 50 },
  { kind: 'fixed', fixed_kop: 50_000 },
  { kind: 'percent', percent_bps: 1000, cap_per_partner_kop: 15_000, cap_period: 'month' },
  ...LATER_SALES,
  ...STEPS_AT_PERIOD_END,
  {
    kind: 'tiered',
    tiers: [
      { from: 0, fixed_kop: 1000 },
      { from: 1, fixed_kop: 5000 },
    ],
  },
);
const change = fc.oneof(
  fc.record({ reward }),
  fc.record({ hold_days: fc.constantFrom(0, 1, 14) }),
  fc.record({ budget: fc.constantFrom(null, 1, 50_000, 1_000_000) }),
);

/** Steps that change money, weighted by how common they are. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('lead'),
      partner: index,
      program: index,
      phone: index,
      by: fc.constantFrom('public' as const, 'partner', 'boss'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: kind('move'),
      lead: index,
      deal: dealKop,
      to: fc.oneof(
        fc.constantFrom<LeadStatus>('won', 'lost', 'qualified', 'in_progress'),
        fc.constantFrom(...getStates(stateMachines.lead)),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('undo'), lead: index, by: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('deal'), lead: index, deal: dealKop }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('transfer'), lead: index, partner: index }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('accrual'),
      at: index,
      word: fc.constantFrom(...ACCRUAL_WORDS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('grant'),
      partner: index,
      program: index,
      grant: fc.constantFrom('bonus' as const, 'correction'),
      amount: fc.constantFrom(1, 40_000, 1_000_000, -1, -30_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('form'), partner: index, only: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('request'), partner: index }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: kind('payment'), at: index, word: fc.constantFrom(...PAYMENT_WORDS) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('wait'),
      seconds: fc.constantFrom(1, 601, DAY_SECONDS, 14 * DAY_SECONDS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('mature') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('program'), program: index, change }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('partner'),
      partner: index,
      word: fc.constantFrom('block' as const, 'unblock'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('minimum'), kop: fc.constantFrom(0, 1000, 500_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('method'), partner: index }) },
);

export const steps = (maxLength: number) =>
  fc.array(step, { minLength: 2, maxLength: maxLength, size: 'max' });
