import { z } from 'zod';
import { countsAndSumsBy } from '../base/counts.ts';
import { exportQuery } from '../base/exports.ts';
import { commaList, filterQuery, idList, listQuery, page, search } from '../base/pagination.ts';
import { getStates, stateMachines } from '../base/state-machines.ts';
import { positiveKop, totalKop } from '../values/money.ts';
import { reference } from '../values/references.ts';
import { text } from '../values/text.ts';
import { changes, day, id, oneOf, selectedIds, version } from '../values/values.ts';
import { lastDownload } from './kept-files.ts';
import { methodSnapshot } from './requisites/payout-methods.ts';
import { TAX_RESIDENCES } from './taxes/tax-status.ts';

/** A payment to create: of all available accruals of the partner, or of the listed ones. The server computes the amount. */
export const newPayment = z.object({
  partner: id,
  accruals: selectedIds('одно начисление').optional(),
  is_final: z
    .boolean('Введите true или false.')
    .optional()
    .describe('Pays a blocked or archived partner without a minimum.'),
});
export type NewPayment = z.output<typeof newPayment>;

/** A partner's request for the payment of all available accruals of one card. */
export const paymentRequest = z.object({ partner: id });

export const paymentPaid = z.object({
  paid_on: day,
  external_ref: text({ max: 100 }),
  version: version.optional(),
});

/** Money of a payment that the bank sent back. */
export const paymentReturned = z.object({
  returned_on: day,
  external_ref: text({ max: 100 }),
  amount_kop: positiveKop.optional().describe('Default: everything that the bank has transferred.'),
  reason: text({ max: 1000, blank: true }).default(''),
  version: version.optional(),
});
export type PaymentReturned = z.output<typeof paymentReturned>;

const filters = {
  partner: idList,
  created_from: day.optional(),
  created_to: day.optional(),
  paid_from: day.optional().describe('First day of the transfer at the bank.'),
  paid_to: day
    .optional()
    .describe('Last day. `status` and the counts are those at its end: payments returned later are paid.'),
  marked_from: day.optional().describe('First day on which the payment was marked as paid.'),
  marked_to: day.optional(),
  returned_from: day.optional().describe('First day on which the return by the bank counts.'),
  returned_to: day.optional(),
  without_act: oneOf(['true'])
    .optional()
    .describe('Only paid payments that are missing in the acts of their month.'),
  search,
};
const filtersWithStatus = { status: commaList(oneOf(getStates(stateMachines.payment))), ...filters };

const orderings = ['created_at', 'updated_at', 'number', 'amount_kop'] as const;

export const paymentQuery = listQuery(filtersWithStatus, orderings, '-created_at');
export type PaymentQuery = z.output<typeof paymentQuery>;
export const paymentExportQuery = exportQuery(filtersWithStatus, orderings, '-created_at');
export type PaymentExportQuery = z.output<typeof paymentExportQuery>;
export const paymentCountsQuery = filterQuery(filters);
export const paymentFilters = filterQuery(filtersWithStatus);
export type PaymentFilters = z.output<typeof paymentFilters>;

/** Movements of money at the bank: a transfer, its refusal or its return. */
export const TRANSFER_KINDS = ['sent', 'refused', 'returned'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];
/** Origins of transfers: a document of a bank statement, a file with results, or an entry of an employee. */
export const TRANSFER_SOURCES = ['statement', 'file', 'manual'] as const;
export type TransferSource = (typeof TRANSFER_SOURCES)[number];

/** A movement of money at the bank that belongs to a payment. */
const transfer = z.object({
  id: z.uuid(),
  kind: z.enum(TRANSFER_KINDS),
  source: z.enum(TRANSFER_SOURCES),
  value_date: z.iso.date().nullable().describe('Day at the bank. Null for a refusal without a day.'),
  document_number: z.string(),
  amount_kop: totalKop.describe('Part of the transfer that belongs to the payment.'),
  reason: z.string().describe('Reason of a refusal or a return.'),
  notes: z.array(z.string()).describe('Conflicts with the data of the organization, in Russian.'),
  entered_at: z.iso.datetime(),
  entered_by: z.string().nullable().describe('Name of the employee; null when unknown.'),
  confirmed: z
    .array(
      z.object({
        document_number: z.string(),
        value_date: z.iso.date().nullable(),
        amount_kop: totalKop.describe('Part of the manual entry that the document confirms.'),
      }),
    )
    .describe('The bank documents of a manual entry, oldest first.'),
});
export type Transfer = z.infer<typeof transfer>;

/** Taxes of a payment to an individual, frozen at approval. */
const withholding = z.object({
  year: z.int().describe('Tax year of the income.'),
  residence: z.enum(TAX_RESIDENCES),
  rates: z
    .array(z.object({ bps: z.int(), kop: totalKop }))
    .describe('Rates in basis points, each with its part of the amount.'),
  contributions_kop: totalKop
    .nullable()
    .describe('Insurance contributions paid by the organization; not visible to partners.'),
});

/** A payment to one partner: accruals of all programs of one organization. */
export const payment = z.object({
  id: z.uuid(),
  number: z.string().describe('В-7'),
  version: z.int(),
  organization: reference,
  partner: reference,
  status: z.enum(getStates(stateMachines.payment)),
  amount_kop: totalKop.describe(
    'Sum of the accruals. For a canceled or returned payment: the sum before that.',
  ),
  tax_kop: totalKop.default(0).describe('Withheld income tax. The bank transfers the difference.'),
  withholding: withholding.nullable().default(null).describe('Null without withheld tax.'),
  settled_kop: totalKop
    .default(0)
    .describe(
      'Transfer debts that the payment settles; negative for returned money that it sends again. Acts, receipts and taxes are about the amount plus this sum.',
    ),
  transferred_kop: totalKop.default(0).describe('Sum of its transfers: sent minus returned.'),
  overpaid_kop: totalKop
    .default(0)
    .describe(
      'Transferred beyond the amount of a paid, canceled or returned payment. A correction deducts it from next payments.',
    ),
  partly_returned_kop: totalKop
    .default(0)
    .describe('Part of a paid payment that the bank returned. A correction adds it to next payments.'),
  accruals: z.int().describe('Number of accruals.'),
  purpose: z.string().describe('At most 210 characters, the limit of banks.'),
  method: methodSnapshot.nullable().describe('Frozen at approval.'),
  requested: z.boolean().describe('The partner requested the payment.'),
  is_final: z.boolean().describe('Pays a blocked or archived partner without a minimum.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  approved_at: z.iso.datetime().nullable(),
  paid_at: z.iso.datetime().nullable().describe('When the payment was marked as paid.'),
  paid_on: z.iso.date().nullable().describe('Date of the transfer.'),
  external_ref: z.string(),
  failure_reason: z.string(),
  cancel_reason: z.string(),
  returned_on: z.iso.date().nullable().default(null).describe('Day on which the bank returned all of it.'),
  return_reason: z.string().default(''),
});
export type Payment = z.infer<typeof payment>;

/** Returns the amount that the bank transfers, in kopecks. */
export const computeTransfer = ({ amount_kop, tax_kop }: { amount_kop: number; tax_kop: number }) =>
  amount_kop - tax_kop;

type Transferred = Parameters<typeof computeTransfer>[0] & { transferred_kop: number };
/** Returns the amount that the bank has still to transfer, in kopecks. */
export const computeUntransferred = (payment: Transferred) =>
  Math.max(0, computeTransfer(payment) - payment.transferred_kop);
export const paymentPage = page(payment);

const numberedAct = z.object({ id: z.uuid(), number: z.string().describe('А-7') });

/** A payment with its act, requisites and taxes. Requisites and taxes are frozen at approval; before that they are the current ones. */
export const paymentWithRequisites = payment.extend({
  requisites: methodSnapshot.nullable(),
  transfers: z.array(transfer).nullable().default(null).describe('Oldest first. Null for partners.'),
  act: numberedAct.nullable().describe('The act that contains the payment.'),
  without_act: z
    .object({
      month: z.string(),
      act: numberedAct.nullable().describe('Act of the partner for the month, which can be reissued.'),
    })
    .nullable()
    .describe('For the organization, when the acts of the month were created without the payment.'),
  last_download: lastDownload,
});

/** Changes to the accruals of a draft. The accruals of one lead are added or removed together, and debts are always included. */
export const paymentContent = changes({
  add: z.union([z.literal('all'), z.array(id).max(1000)], 'Введите список идентификаторов.').optional(),
  remove: z.array(id, 'Введите список идентификаторов.').max(1000, 'Не больше 1000.').optional(),
  version: version.optional(),
});
export type PaymentContent = z.output<typeof paymentContent>;

/** `sums.all` excludes canceled and returned payments. Filtered lists are counted up to 10,000. */
export const paymentCounts = countsAndSumsBy(stateMachines.payment);
