import { z } from 'zod';
import { idList, listQuery, page } from '../../base/pagination.ts';
import { totalKop } from '../../values/money.ts';
import { numbered, reference } from '../../values/references.ts';
import { day } from '../../values/values.ts';

/** Where a sale comes from. The sale of a won lead is `manual`. */
export const SALE_SOURCES = ['manual', 'api', 'import', 'bank_statement', 'crm'] as const;
export const SALE_SOURCE_LABELS = {
  manual: 'Вручную',
  api: 'API',
  import: 'Импорт',
  bank_statement: 'Выписка банка',
  crm: 'CRM',
} as const satisfies Record<(typeof SALE_SOURCES)[number], string>;

/** Both days are included. Refunds and canceled sales are listed too. */
export const saleQuery = listQuery(
  { client: idList, program: idList, partner: idList, from: day.optional(), to: day.optional() },
  ['paid_on'],
  '-paid_on',
);
export type SaleQuery = z.output<typeof saleQuery>;

const shown = {
  id: z.uuid(),
  number: z.string().describe('П-12'),
  client: reference,
  program: reference.nullable(),
  lead: numbered.nullable().describe('The lead that became this sale.'),
  amount_kop: z.int().nullable().describe('Null when the lead has no deal amount.'),
  refunded_kop: totalKop,
  paid_on: z.iso.date(),
  product: z.string(),
  refund_of: numbered.nullable().describe('The sale that this row refunds; null for a sale.'),
  reward_kop: totalKop,
  canceled_at: z.iso.datetime().nullable().describe('The lead of the sale is no deal any more.'),
};

/** A sale or a refund for the organization. */
export const sale = z.object({
  ...shown,
  version: z.int(),
  partner: reference.nullable(),
  vat_kop: z.int().nullable(),
  source: z.enum(SALE_SOURCES),
  external_id: z.string().nullable(),
  comment: z.string(),
  created_at: z.iso.datetime(),
});
export type Sale = z.infer<typeof sale>;

/** A sale or a refund for the partner that its client was attached to. */
export const saleForPartner = z.object(shown);
export type SaleForPartner = z.infer<typeof saleForPartner>;

export const salePage = page(sale);
export const salePageForPartner = page(saleForPartner);
