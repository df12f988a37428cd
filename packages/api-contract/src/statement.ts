import { z } from 'zod';
import { ACCRUAL_KINDS } from './accruals.ts';
import { day, parameters } from './values.ts';

/** Both days are included, by the organization's clock. At most 366 days. */
export const statementQuery = parameters({ from: day, to: day });
export type StatementQuery = z.output<typeof statementQuery>;

/** Statement of a partner over a period: the debt before, every change of it, the debt after. */
export const statement = z.object({
  partner: z.object({ id: z.uuid(), name: z.string() }),
  from: z.iso.date(),
  to: z.iso.date(),
  opening_kop: z.int(),
  lines: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.enum([...ACCRUAL_KINDS, 'cancellation', 'payment']),
      number: z.string().describe('Of the accrual or the payment.'),
      amount_kop: z.int().describe('Negative for what was cancelled, taken back or paid.'),
      explanation: z.string(),
    }),
  ),
  closing_kop: z.int(),
});
export type Statement = z.infer<typeof statement>;
