import { z } from 'zod';
import { listQuery, page } from '../base/pagination.ts';
import { byId, type RouteContract } from '../base/route.ts';
import { totalKop } from '../values/money.ts';
import { PARTNER_KINDS } from '../values/partner-kinds.ts';
import { namedLead, rewardedSale } from '../values/references.ts';
import { oneOf } from '../values/values.ts';
import { ACCRUAL_KINDS } from './accruals.ts';
import { fileDownload } from './kept-files.ts';
import { methodSnapshot } from './requisites/payout-methods.ts';

/** What became of an attempt. `reopened`: after a refusal, the bank transferred money. */
export const ATTEMPT_EVENTS = ['processing', 'failed', 'reopened', 'paid', 'returned', 'canceled'] as const;
export type AttemptEvent = (typeof ATTEMPT_EVENTS)[number];

/** Values of attempts that earlier versions did not store. */
const UNKNOWN_FIELDS = ['accruals', 'method', 'purpose', 'payee_kind', 'payee_inn', 'approved_by'] as const;
export type UnknownField = (typeof UNKNOWN_FIELDS)[number];
/** Why a value is unknown: a later approval replaced it, the card changed later, or it was not stored. */
const UNKNOWN_CAUSES = ['replaced', 'changed', 'not_recorded'] as const;
export type UnknownCause = (typeof UNKNOWN_CAUSES)[number];

/** What went out with an approval of a payment, and what became of it. */
export const paymentAttempt = z.object({
  attempt: z.int().describe('Number of the attempt, from 1.'),
  approved_at: z.iso.datetime(),
  approved_by: z.string().nullable().describe('Name of the employee.'),
  amount_kop: totalKop,
  tax_kop: totalKop.describe('Withheld income tax. The bank transfers the difference.'),
  accruals: z.int().nullable().describe('Number of accruals.'),
  method: methodSnapshot.nullable().describe('Null for employees without access to requisites.'),
  purpose: z.string().nullable(),
  payee_kind: z.enum(PARTNER_KINDS).nullable(),
  payee_inn: z.string().nullable().describe('Null for employees without access to requisites.'),
  unknown: z
    .array(z.object({ field: z.enum(UNKNOWN_FIELDS), cause: z.enum(UNKNOWN_CAUSES) }))
    .describe('Values that earlier versions did not store; they are null.'),
  events: z
    .array(
      z.object({
        event: z.enum(ATTEMPT_EVENTS),
        at: z.iso.datetime().describe('When it was entered.'),
        by: z.string().nullable().describe('Name of the employee.'),
        reason: z.string().describe('Words of the bank, or the reason of a cancellation.'),
        paid_on: z.iso.date().nullable().describe('Day of the transfer, for `paid`.'),
        external_ref: z.string(),
      }),
    )
    .describe('Oldest first.'),
  files: z
    .array(
      fileDownload
        .pick({ id: true, name: true, at: true, by: true, registry: true })
        .extend({ line: z.int().describe('Position of the payment in the file, from 1.') }),
    )
    .describe('Bank files of this attempt that were downloaded, oldest first.'),
});
export type PaymentAttempt = z.infer<typeof paymentAttempt>;

/** An accrual that is or was in a payment. */
export const paymentItem = z.object({
  id: z.uuid().describe('Id of the accrual.'),
  number: z.string().describe('Н-12'),
  kind: z.enum(ACCRUAL_KINDS),
  lead: namedLead.nullable(),
  sale: rewardedSale.nullable(),
  explanation: z.string(),
  amount_kop: z.int(),
  added_at: z.iso.datetime(),
  removed_at: z.iso.datetime().nullable().describe('Null while the accrual is in the payment.'),
  removed_by: z.string().nullable().describe('Name of the employee.'),
});
export type PaymentItem = z.infer<typeof paymentItem>;

export const paymentItemQuery = listQuery(
  {
    removed: oneOf(['true', 'false'])
      .optional()
      .describe(
        'Whether the accrual was taken out before the payment was canceled or returned. Those that the end of a payment released are not.',
      ),
  },
  ['number'],
  'number',
);
export type PaymentItemQuery = z.output<typeof paymentItemQuery>;

const BASE = '/api/referral/payments/{id}/';
const access = ['organization'] as const;

export const paymentAttemptRoutes = {
  paymentAttempts: {
    method: 'GET',
    path: `${BASE}attempts/`,
    name: 'Attempts of a payment, oldest first',
    access,
    params: byId,
    response: z.object({ results: z.array(paymentAttempt) }),
  },
  paymentItems: {
    method: 'GET',
    path: `${BASE}items/`,
    name: 'Accruals that are or were in a payment',
    access,
    params: byId,
    query: paymentItemQuery,
    response: page(paymentItem),
  },
} as const satisfies Record<string, RouteContract>;
