import fc from 'fast-check';
import { DAY_SECONDS } from './ledger.ts';
import { LATER_SALES, STEPS_AT_PERIOD_END } from './money-rules.ts';
import { dealKop, index, kind, type PaymentWord, type Step, step } from './money-steps.ts';
import { type BankRow, type PayoutStep, payoutStep } from './payout-steps.ts';

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
      fc.constantFrom(...STEPS_AT_PERIOD_END),
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.constant<Step[]>(endPeriod) },
          { weight: 2, arbitrary: fc.constant<Step[]>([{ kind: 'close-periods' }]) },
          { weight: 3, arbitrary: fc.tuple(fc.nat(1), dealKop).map(([partner, kop]) => deal(partner, kop)) },
          {
            weight: 1,
            arbitrary: fc
              .constantFrom(...STEPS_AT_PERIOD_END, ...LATER_SALES)
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
