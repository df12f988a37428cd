import type { LeadStatus } from '@referral-dashboard/api-contract';
import fc from 'fast-check';
import { DAY_SECONDS } from './ledger.ts';
import { ACCRUAL_WORDS, PAYMENT_WORDS, type Step } from './money-steps.ts';

const kind = <Kind extends Step['kind']>(name: Kind) => fc.constant(name);
const fixed = { partner: fc.constant(0), program: fc.constant(0) };
const deal = fc.constantFrom(6, 500_000, 1_000_000, 1_500_000);

/** Manual steps on one lead, its reward and its payments. */
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('move'),
      lead: fc.nat(1),
      deal,
      to: fc.constantFrom<LeadStatus>('won', 'won', 'lost', 'in_progress', 'qualified'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('deal'), lead: fc.nat(1), deal }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('transfer'), lead: fc.nat(1), partner: fc.nat(1) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('accrual'),
      at: fc.nat(4),
      word: fc.constantFrom(...ACCRUAL_WORDS),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('form'), partner: fc.nat(1), only: fc.nat(2) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: kind('payment'),
      at: fc.nat(2),
      word: fc.constantFrom(...PAYMENT_WORDS, 'approve', 'pay', 'cancel'),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'wait', seconds: DAY_SECONDS }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('program'),
      program: fc.constant(0),
      change: fc.record({ budget: fc.constantFrom(null, 1, 75_000, 200_000) }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('minimum'), kop: fc.constantFrom(0, 50_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('partner'),
      partner: fc.constant(0),
      word: fc.constantFrom('block' as const, 'unblock'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('grant'),
      ...fixed,
      grant: fc.constant('bonus' as const),
      amount: fc.constant(20_000),
    }),
  },
);

/** Sequences that start with a won lead. */
export const manualSteps = (maxLength: number) =>
  fc
    .array(step, { minLength: 4, maxLength: maxLength, size: 'max' })
    .map((rest): Step[] => [
      { kind: 'lead', by: 'boss', partner: 0, program: 0, phone: 0 },
      { kind: 'move', lead: 0, to: 'in_progress', deal: 1_000_000 },
      { kind: 'move', lead: 0, to: 'won', deal: 1_000_000 },
      ...rest,
    ]);
