import { z } from 'zod';
import { countsAndSumsBy } from './counts.ts';
import { exportQuery } from './exports.ts';
import { totalKop } from './money.ts';
import { commaList, filterQuery, idList, listQuery, page, search } from './pagination.ts';
import { methodSnapshot } from './payout-methods.ts';
import { version } from './programs.ts';
import { stateMachines, statesOf } from './state-machines.ts';
import { TAX_RESIDENCES } from './tax-status.ts';
import { text } from './text.ts';
import { changes, day, id, oneOf } from './values.ts';

/** A payment to be formed: of all that is available to the partner, or of these accruals. The server computes the sum. */
export const newPayment = z.object({
  partner: id,
  accruals: z
    .array(id, 'Введите список идентификаторов.')
    .min(1, 'Выберите хотя бы одно начисление.')
    .max(1000, 'Не более 1000.')
    .optional(),
  is_final: z
    .boolean('Введите true или false.')
    .optional()
    .describe('To a blocked or archived partner: neither its state nor the minimum stops the payment.'),
});
export type NewPayment = z.output<typeof newPayment>;

/** A partner's wish to be paid all that is available, on one of its cards. */
export const paymentRequest = z.object({ partner: id });

export const paymentMove = z.object({ version: version.optional() });
/** Approval names the version that the employee saw: a later change of the payment is never approved unseen. */
export const paymentApproval = z.object({ version });
export const paymentPaid = z.object({
  paid_on: day,
  external_ref: text({ max: 100 }),
  version: version.optional(),
});
export const paymentReason = z.object({ reason: text({ max: 1000 }), version: version.optional() });

const filters = {
  partner: idList,
  created_from: day.optional(),
  created_to: day.optional(),
  paid_from: day.optional(),
  paid_to: day.optional(),
  without_act: oneOf(['true']).optional().describe('Paid, and left out of the acts of their month.'),
  search,
};
const filtersWithStatus = { status: commaList(oneOf(statesOf(stateMachines.payment))), ...filters };

const orderings = ['created_at', 'updated_at', 'number', 'amount_kop'] as const;

export const paymentQuery = listQuery(filtersWithStatus, orderings, '-created_at');
export type PaymentQuery = z.output<typeof paymentQuery>;
export const paymentExportQuery = exportQuery(filtersWithStatus, orderings, '-created_at');
export type PaymentExportQuery = z.output<typeof paymentExportQuery>;
export const paymentCountsQuery = filterQuery(filters);
export const paymentFilters = filterQuery(filtersWithStatus);
export type PaymentFilters = z.output<typeof paymentFilters>;

const reference = z.object({ id: z.uuid(), name: z.string() });

/** Taxes of a payment to a physical person, frozen at approval. */
const withholding = z.object({
  year: z.int().describe('The tax is that of the income of this year.'),
  residence: z.enum(TAX_RESIDENCES),
  rates: z
    .array(z.object({ bps: z.int(), kop: z.int() }))
    .describe('Rates in hundredths of a percent, each with the part of the payment that it applies to.'),
  contributions_kop: z
    .int()
    .nullable()
    .describe('Insurance contributions that the organization pays on top; partners do not see them.'),
});

/** A payment: of one partner, of accruals of all programs of one organization. */
export const payment = z.object({
  id: z.uuid(),
  number: z.string().describe('В-7'),
  version: z.int(),
  organization: reference,
  partner: reference,
  status: z.enum(statesOf(stateMachines.payment)),
  amount_kop: z.int().describe('The sum of its accruals; of a cancelled payment, what it was.'),
  tax_kop: z.int().default(0).describe('Income tax withheld from it: the bank transfers the rest.'),
  withholding: withholding.nullable().default(null).describe('Null where no tax is withheld.'),
  accruals: z.int().describe('How many accruals it holds.'),
  purpose: z.string().describe('At most 210 characters, as banks take it.'),
  method: methodSnapshot.nullable().describe('Frozen at approval.'),
  requested: z.boolean().describe('Whether the partner asked for it.'),
  is_final: z.boolean().describe('To a blocked or archived partner, without a minimum.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  approved_at: z.iso.datetime().nullable(),
  paid_at: z.iso.datetime().nullable().describe('When it was marked.'),
  paid_on: z.iso.date().nullable().describe('The day of the transfer.'),
  external_ref: z.string(),
  failure_reason: z.string(),
  cancel_reason: z.string(),
});
export type Payment = z.infer<typeof payment>;

/** Sum that the bank transfers, in kopecks. */
export const transferOf = ({ amount_kop, tax_kop }: { amount_kop: number; tax_kop: number }) =>
  amount_kop - tax_kop;
export const paymentPage = page(payment);

const numberedAct = z.object({ id: z.uuid(), number: z.string().describe('А-7') });

/** One payment with its act and requisites: those frozen at approval, before that the partner's current ones. The same holds for its taxes. */
export const paymentWithRequisites = payment.extend({
  requisites: methodSnapshot.nullable(),
  act: numberedAct.nullable().describe('The act that lists it.'),
  without_act: z
    .object({
      month: z.string(),
      act: numberedAct.nullable().describe('Act of its partner and month, which a new one can replace.'),
    })
    .nullable()
    .describe('For the organization, when the acts of its month were made without it.'),
});

/** Changes of what a draft consists of. What belongs to one lead, and every debt, goes with the rest of it. */
export const paymentContent = changes({
  add: z.union([z.literal('all'), z.array(id).max(1000)], 'Введите список идентификаторов.').optional(),
  remove: z.array(id, 'Введите список идентификаторов.').max(1000, 'Не более 1000.').optional(),
  version: version.optional(),
});
export type PaymentContent = z.output<typeof paymentContent>;

/** The sum of `all` leaves out what was cancelled. With any filter they are counted to 10,000. */
export const paymentCounts = countsAndSumsBy(stateMachines.payment);

/** Blockers: reasons for which a partner is not paid. */
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

/** Everything earned by the partners of an organization, each kopeck under one word; counts are of partners. */
export const payoutTotals = z.object({
  ready: sum.describe('Can be paid now.'),
  blocked: sum
    .extend({ reasons: z.array(sum.extend({ code: z.enum(PAYMENT_BLOCKERS) })) })
    .describe('Available, and something stands in the way: by the first reason of each partner.'),
  debts: sum.describe('Below zero: the next payments take them.'),
  hold: sum,
  review: sum,
  under_way: sum.describe('In payments that are not paid yet.'),
  paid: sum,
  held_up: z.int().describe('Partners who have reached their minimum and cannot be paid for another reason.'),
});
export type PayoutTotals = z.infer<typeof payoutTotals>;

/** Words under which what is available to a partner stands in the totals. */
export const DUE_STATES = ['ready', 'blocked', 'debts'] as const;
export type DueState = (typeof DUE_STATES)[number];

const payableFilters = {
  due: oneOf(DUE_STATES).optional(),
  reason: oneOf(PAYMENT_BLOCKERS).optional().describe('The first of what stands in the way.'),
  search,
};
export const payableQuery = listQuery(payableFilters, ['name'], 'name');
export type PayableQuery = z.output<typeof payableQuery>;

/** Partners who have something available, with what a payment would come to. */
export const payablePage = page(
  z.object({
    partner: reference,
    available_kop: totalKop,
    accruals: z.int(),
    minimum_kop: z.int(),
    missing_kop: z.int().describe('To the minimum; 0 when it is reached.'),
    blockers: z.array(blocker),
  }),
);
