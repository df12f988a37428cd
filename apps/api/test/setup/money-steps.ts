import { getStates, type LeadStatus, type Reward, stateMachines } from '@referral-dashboard/api-contract';
import fc from 'fast-check';
import { DAY_SECONDS } from './ledger.ts';
import { type BankRow, type PayoutStep, payoutStep } from './payout-steps.ts';

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
const dealKop = fc.constantFrom(6, 7, 133, 99_999, 12_500_000, 33_333_333);
const index = fc.nat(5);
const kind = <Kind extends Step['kind']>(name: Kind) => fc.constant(name);
/** Rewards for every sale, for a number of them, and for a month, with caps. */
const LATER_SALES: Reward[] = [
  {
    kind: 'tiered',
    measure: 'turnover',
    period: 'month',
    applies_to: 'lifetime',
    tiers: [
      { from: 0, percent_bps: 750 },
      { from: 100_000, percent_bps: 1000 },
      { from: 300_000, percent_bps: 1500 },
    ],
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
const WHOLE_PERIODS: Reward[] = [
  {
    kind: 'tiered',
    measure: 'count',
    period: 'month',
    mode: 'whole_period',
    tiers: [
      { from: 0, percent_bps: 750 },
      { from: 2, percent_bps: 1000 },
    ],
  },
  {
    kind: 'tiered',
    measure: 'turnover',
    period: 'quarter',
    mode: 'whole_period',
    tiers: [
      { from: 0, fixed_kop: 1000 },
      { from: 100_000, fixed_kop: 5000 },
      { from: 12_500_000, fixed_kop: 7000 },
    ],
  },
];
const reward: fc.Arbitrary<Reward> = fc.constantFrom<Reward>(
  { kind: 'percent', percent_bps: 750 },
  { kind: 'percent', percent_bps: 1, cap_per_lead_kop: 50 },
  { kind: 'fixed', fixed_kop: 50_000 },
  { kind: 'percent', percent_bps: 1000, cap_per_partner_kop: 15_000, cap_period: 'month' },
  ...LATER_SALES,
  ...WHOLE_PERIODS,
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
const step: fc.Arbitrary<Step> = fc.oneof(
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

const grant = (partner: number): Step => ({
  kind: 'grant',
  partner,
  program: 0,
  grant: 'bonus',
  amount: 40_000,
});

const payment: fc.Arbitrary<Step> = fc.record({
  kind: kind('payment'),
  at: fc.nat(2),
  word: fc.constantFrom<PaymentWord>('approve', 'pay', 'return', 'return-part', 'process', 'cancel'),
});
const form: fc.Arbitrary<Step> = fc.record({ kind: kind('form'), partner: fc.nat(1), only: fc.constant(0) });
const bankRows: fc.Arbitrary<PayoutStep> = fc.record({
  kind: fc.constant('statement'),
  rows: fc.array(
    fc.constantFrom<BankRow>('exact', 'part', 'short', 'again', 'returned', 'returned-part', 'returned-more'),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  at: index,
});
const applied: fc.Arbitrary<PayoutStep> = fc.record({
  kind: fc.constant('decision'),
  at: index,
  word: fc.constant('apply'),
  by: fc.constant(0),
});

/** Sequences of mostly returns, starting with a paid payment of each partner. */
export const returnSteps = (maxLength: number): fc.Arbitrary<(Step | PayoutStep)[]> =>
  fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: payment },
        { weight: 3, arbitrary: form },
        { weight: 3, arbitrary: bankRows },
        { weight: 3, arbitrary: applied },
        { weight: 1, arbitrary: fc.constant(grant(0)) },
        { weight: 3, arbitrary: step },
      ),
      { minLength: 4, maxLength, size: 'max' },
    )
    .map((sequence) => [...paidPayment(0), ...paidPayment(1), ...sequence]);

const paidPayment = (partner: number): Step[] => [
  grant(partner),
  { kind: 'form', partner, only: 0 },
  { kind: 'payment', at: 0, word: 'approve' },
  { kind: 'payment', at: 0, word: 'pay' },
];

const sale = fc.constantFrom(1, 7, 99_999, 120_000);
const product = fc.constantFrom('', ' PRO', 'Max', 'Lite');
const daysAgo = fc.constantFrom(0, 0, 1, 20);
const ofClients: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('import'),
      partner: index,
      program: fc.constant(1),
      phone: index,
      deal: dealKop,
      daysAgo: fc.constantFrom(0, 1, 20, 60),
      isRewarded: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('sell'),
      client: index,
      kop: sale,
      daysAgo,
      vat: fc.boolean(),
      product,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('refund'), sale: index, part: fc.constantFrom('third', 'rest') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('sale'),
      sale: index,
      change: fc.constantFrom('amount', 'day', 'vat', 'product'),
      kop: sale,
      daysAgo,
      product,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('client'),
      client: index,
      program: fc.constantFrom(1, 2),
      partner: index,
    }),
  },
);

/**
 * Sequences of sales, refunds and transfers of clients among other steps, starting with deals under a rule for later sales. The last deal is of a client
 * already attached to one of the partners.
 */
export const salesSteps = (maxLength: number): fc.Arbitrary<(Step | PayoutStep)[]> =>
  fc
    .tuple(
      fc.constantFrom(...LATER_SALES),
      fc.nat(1),
      fc.array(
        fc.oneof(
          { weight: 8, arbitrary: ofClients },
          { weight: 2, arbitrary: payment },
          { weight: 2, arbitrary: form },
          { weight: 4, arbitrary: step },
        ),
        { minLength: 4, maxLength, size: 'max' },
      ),
    )
    .map(([reward, attached, sequence]) => [
      { kind: 'program', program: 1, change: { reward } },
      ...deal(0, 99_999),
      ...deal(1, 133),
      ...deal(1, 120_000, { phone: 2, email: emailOf(attached) }),
      ...sequence,
    ]);

const emailOf = (partner: number) => `client-${partner}@example.ru`;
const deal = (partner: number, kop: number, contacts: { phone?: number; email?: string } = {}): Step[] => [
  { kind: 'lead', by: 'boss', partner, program: 1, phone: partner, email: emailOf(partner), ...contacts },
  { kind: 'move', lead: 0, to: 'in_progress', deal: kop },
  { kind: 'move', lead: 0, to: 'won', deal: kop },
];

const MONTH_SECONDS = 31 * DAY_SECONDS;
const endPeriod: Step[] = [{ kind: 'wait', seconds: MONTH_SECONDS }, { kind: 'close-periods' }];

/** Sequences of deals, refunds and closes of periods, starting with a closed period of two partners. The terms of the program change in between. */
export const periodSteps = (maxLength: number): fc.Arbitrary<(Step | PayoutStep)[]> =>
  fc
    .tuple(
      fc.constantFrom(...WHOLE_PERIODS),
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.constant<Step[]>(endPeriod) },
          { weight: 2, arbitrary: fc.constant<Step[]>([{ kind: 'close-periods' }]) },
          { weight: 3, arbitrary: fc.tuple(fc.nat(1), dealKop).map(([partner, kop]) => deal(partner, kop)) },
          {
            weight: 1,
            arbitrary: fc
              .constantFrom(...WHOLE_PERIODS, ...LATER_SALES)
              .map((changed): Step[] => [{ kind: 'program', program: 1, change: { reward: changed } }]),
          },
          { weight: 6, arbitrary: ofClients.map((one) => [one]) },
          { weight: 4, arbitrary: fc.oneof(payment, form).map((one) => [one]) },
          { weight: 8, arbitrary: step.map((one) => [one]) },
        ),
        { minLength: 4, maxLength, size: 'max' },
      ),
    )
    .map(([whole, sequence]) => [
      { kind: 'program', program: 1, change: { reward: whole } },
      ...deal(0, 99_999),
      ...deal(0, 120_000, { email: '' }),
      ...deal(1, 133, { phone: 2 }),
      ...endPeriod,
      ...sequence.flat(),
    ]);

const endMonth: Step[] = [
  { kind: 'wait', seconds: MONTH_SECONDS },
  { kind: 'month', word: 'close' },
];

/**
 * Sequences with closings and openings of months, late transfers and returns, starting with a paid and an approved payment of a closed month.
 */
export const closingSteps = (maxLength: number): fc.Arbitrary<(Step | PayoutStep)[]> =>
  fc
    .array(
      fc.oneof(
        {
          weight: 6,
          arbitrary: fc.record({
            kind: kind('payment'),
            at: fc.nat(2),
            word: fc.constantFrom<PaymentWord>(
              'approve',
              'pay',
              'pay-late',
              'pay-late',
              'return',
              'return-part',
            ),
          }),
        },
        { weight: 3, arbitrary: form },
        {
          weight: 3,
          arbitrary: fc.record({
            kind: fc.constant('statement' as const),
            rows: fc.array(
              fc.constantFrom<BankRow>('exact', 'late', 'late', 'part', 'returned', 'returned-part'),
              {
                minLength: 1,
                maxLength: 3,
              },
            ),
            at: index,
          }),
        },
        { weight: 3, arbitrary: applied },
        { weight: 2, arbitrary: fc.constant(grant(0)) },
        { weight: 2, arbitrary: fc.constant<Step>({ kind: 'wait', seconds: MONTH_SECONDS }) },
        { weight: 3, arbitrary: fc.constant<Step>({ kind: 'month', word: 'close' }) },
        { weight: 1, arbitrary: fc.constant<Step>({ kind: 'month', word: 'reopen' }) },
        { weight: 3, arbitrary: step },
      ),
      { minLength: 4, maxLength, size: 'max' },
    )
    .map((sequence) => [...paidPayment(0), ...paidPayment(1).slice(0, -1), ...endMonth, ...sequence]);

/** Sequences of mostly registry steps, starting with bonuses for two partners. */
export const payoutSteps = (maxLength: number): fc.Arbitrary<(Step | PayoutStep)[]> =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: payoutStep }, { weight: 1, arbitrary: step }), {
      minLength: 4,
      maxLength: maxLength,
      size: 'max',
    })
    .map((sequence) => [grant(0), grant(1), { kind: 'registry', of: 'both', at: 1, by: 0 }, ...sequence]);
