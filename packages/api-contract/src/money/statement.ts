import { z } from 'zod';
import { exportFormat } from '../base/exports.ts';
import { totalKop } from '../values/money.ts';
import { namedLead, reference, rewardedSale } from '../values/references.ts';
import { day, queryParameters } from '../values/values.ts';
import { ACCRUAL_KIND_LABELS, ACCRUAL_KINDS } from './accruals.ts';

/** Both dates are included, in the organization's time zone. At most 366 days. */
export const statementQuery = queryParameters({ from: day, to: day });
export type StatementQuery = z.output<typeof statementQuery>;
export const statementExportQuery = queryParameters({ format: exportFormat, from: day, to: day });

/** Kinds of lines: accruals, cancellations, payments and payments that the bank returned. */
const STATEMENT_KINDS = [...ACCRUAL_KINDS, 'cancellation', 'payment', 'payment_return'] as const;
export const STATEMENT_KIND_LABELS: Record<(typeof STATEMENT_KINDS)[number], string> = {
  ...ACCRUAL_KIND_LABELS,
  cancellation: 'Отмена',
  payment: 'Выплата',
  payment_return: 'Возврат банком',
};

/** Statement of a partner for a period: opening balance, changes and closing balance. */
export const statement = z.object({
  partner: reference,
  from: z.iso.date(),
  to: z.iso.date(),
  opening_kop: totalKop,
  lines: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.enum(STATEMENT_KINDS),
      number: z.string().describe('Number of the accrual or the payment.'),
      amount_kop: totalKop.describe('Negative for cancellations, reversals and payments.'),
      balance_kop: totalKop.describe('Balance after the line.'),
      explanation: z.string(),
      transfer_day: z.iso
        .date()
        .nullable()
        .describe('Date of the transfer or the return, as in acts, receipts and taxes. Null for accruals.'),
      lead: namedLead.nullable(),
      sale: rewardedSale.nullable(),
    }),
  ),
  closing_kop: totalKop,
  closing: z
    .object({ hold_kop: totalKop, review_kop: totalKop, available_kop: totalKop, reserved_kop: totalKop })
    .describe('The closing balance by status of the accruals at the end of the period.'),
});
export type Statement = z.infer<typeof statement>;

/** Which dates a statement uses, for screens and files. */
export const STATEMENT_DATES =
  'Выплаты и возвраты стоят под днем, когда их отметили. В актах, чеках и налогах стоит дата перевода.';

/** Parts of the closing balance, after «в том числе». */
export const CLOSING_LABELS: Record<keyof Statement['closing'], string> = {
  available_kop: 'к выплате',
  hold_kop: 'на удержании',
  review_kop: 'на проверке',
  reserved_kop: 'в выплатах',
};
