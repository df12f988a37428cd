import { z } from 'zod';
import { listQuery, page, search } from '../base/pagination.ts';
import { totalKop } from '../values/money.ts';
import { PARTNER_KINDS } from '../values/partner-kinds.ts';
import { reference } from '../values/references.ts';
import { day, oneOf, queryParameters } from '../values/values.ts';
import { releases } from './accruals.ts';
import { methodSnapshot } from './requisites/payout-methods.ts';

/** Blockers: reasons why a partner cannot be paid. */
export const PAYMENT_BLOCKERS = [
  'no_method',
  'method_changed',
  'below_minimum',
  'partner_inactive',
  'no_inn',
  'tax_status_lost',
  'contract_kind',
  'employer',
  'receipt_late',
  'no_withholding',
] as const;
export const blocker = z.object({ code: z.enum(PAYMENT_BLOCKERS), detail: z.string() });
export type Blocker = z.infer<typeof blocker>;

const sum = z.object({ count: z.int(), sum_kop: totalKop });

/** With `at`, the totals at the end of that day. */
export const payoutTotalsQuery = queryParameters({ at: day.optional() });

/** All earnings of the partners of an organization. Each kopeck is in exactly one total. Counts are numbers of partners. */
export const payoutTotals = z.object({
  ready: sum.describe(
    'Can be paid now. With `at` all available sums, because blockers of a past day are not known.',
  ),
  blocked: sum
    .extend({ reasons: z.array(sum.extend({ code: z.enum(PAYMENT_BLOCKERS) })) })
    .describe('Available but blocked; `reasons` by the first blocker of each partner.'),
  debts: sum.describe('Negative balances, which are deducted from the next payments.'),
  hold: sum,
  review: sum,
  under_way: sum.describe('In payments that are not paid.'),
  paid: sum,
  held_up: z.int().describe('Partners above their minimum that cannot be paid for another reason.'),
  releases: releases.optional().describe('Dates on which `hold` becomes available. Missing with `at`.'),
});
export type PayoutTotals = z.infer<typeof payoutTotals>;

/** Totals that the available amount of a partner can be part of. */
export const DUE_STATES = ['ready', 'blocked', 'debts'] as const;
export type DueState = (typeof DUE_STATES)[number];

const payableFilters = {
  due: oneOf(DUE_STATES).optional(),
  reason: oneOf(PAYMENT_BLOCKERS).optional().describe('The first blocker.'),
  search,
};
export const payableQuery = listQuery(payableFilters, ['name'], 'name');
export type PayableQuery = z.output<typeof payableQuery>;

/** The payment that a partner would get now, and what blocks it. */
export const payoutReadiness = z.object({
  available_kop: totalKop,
  minimum_kop: z.int(),
  missing_kop: totalKop.describe('Amount missing to the minimum; 0 when it is reached.'),
  blockers: z.array(blocker),
});
export type PayoutReadiness = z.infer<typeof payoutReadiness>;

/** Partners with available accruals, and the payment that each would get. */
export const payablePage = page(
  payoutReadiness.extend({
    partner: reference,
    partner_kind: z.enum(PARTNER_KINDS),
    accruals: z.int(),
    method: methodSnapshot
      .pick({ kind: true, bank: true, label: true })
      .nullable()
      .describe('Default payout method. Null without one, and for positions without access to requisites.'),
    waiting_since: z.iso
      .datetime()
      .nullable()
      .describe('When the oldest of the available earnings became available. Null without positive ones.'),
  }),
).extend({
  preceding_kop: totalKop.describe('Available sums of the partners before this page that can be paid now.'),
});
