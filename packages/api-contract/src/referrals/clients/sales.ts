import { z } from 'zod';
import { exportQuery } from '../../base/exports.ts';
import { idList, listQuery, page } from '../../base/pagination.ts';
import { email } from '../../values/email.ts';
import { positiveKop, totalKop } from '../../values/money.ts';
import { phone } from '../../values/phone.ts';
import { numbered, reference } from '../../values/references.ts';
import { optionalInn } from '../../values/requisites.ts';
import { text } from '../../values/text.ts';
import { changes, day, id, version } from '../../values/values.ts';

/** Where a sale comes from. The sale of a won lead is `manual`. */
export const SALE_SOURCES = ['manual', 'api', 'import', 'bank_statement', 'crm'] as const;
export const SALE_SOURCE_LABELS = {
  manual: 'Вручную',
  api: 'API',
  import: 'Импорт',
  bank_statement: 'Выписка банка',
  crm: 'CRM',
} as const satisfies Record<(typeof SALE_SOURCES)[number], string>;

const comment = text({ max: 1000, blank: true });
const saleFields = {
  amount_kop: positiveKop,
  vat_kop: positiveKop.nullable().optional(),
  paid_on: day,
  product: text({ max: 64, blank: true }).optional(),
  comment: comment.optional(),
};

/** A sale that is entered by an employee. `program` is needed for a client with open attachments in several programs. */
export const newSale = z.object(
  {
    client: id,
    program: id.optional(),
    ...saleFields,
    external_id: text({ max: 100 }).nullable().optional(),
  },
  'Введите данные продажи.',
);
export type NewSale = z.output<typeof newSale>;

/** Maximum number of sales that are entered in one request. */
export const MAX_NEW_SALES = 200;

/** Contacts of a client whose id is not known. A client with this phone, e-mail, ИНН or id is found, in this order. */
const buyer = z
  .object(
    {
      name: text({ max: 150, blank: true }).optional(),
      phone: phone.nullable().optional(),
      email: email.optional(),
      inn: optionalInn.optional(),
      external_id: text({ max: 100 }).nullable().optional(),
    },
    'Введите данные клиента.',
  )
  .refine(
    ({ name, phone: number, email: address, inn, external_id }) =>
      Boolean(name || number || address || inn || external_id),
    'Введите имя, телефон, почту, ИНН или номер клиента.',
  );
export type Buyer = z.output<typeof buyer>;

/** A sale of a client, who is named by `client` or by `buyer`. A sale of an unknown buyer waits for the client. */
const reportedSale = z
  .object({ ...newSale.shape, client: id.optional(), buyer: buyer.optional() }, 'Введите данные продажи.')
  .refine(({ client, buyer: named }) => (client === undefined) !== (named === undefined), {
    path: ['client'],
    error: 'Укажите либо клиента, либо его данные.',
  });
export type ReportedSale = z.output<typeof reportedSale>;

/** Sales of several clients. They are entered together or not at all. */
export const newSales = z.object({
  sales: z
    .array(reportedSale, 'Введите список продаж.')
    .min(1, 'Введите хотя бы одну продажу.')
    .max(MAX_NEW_SALES, `Не больше ${MAX_NEW_SALES} продаж.`),
});
export type NewSales = z.output<typeof newSales>;

/** Result for several sales, in the order of the request. */
export const enteredSales = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      number: z.string().nullable().describe('П-12; null for a sale that waits for its client.'),
    }),
  ),
  waiting: z.int().describe('Number of sales that wait for their client.'),
  amount_kop: totalKop.describe('Sum of the sales, without those that wait.'),
  reward_kop: totalKop.describe('Sum of their rewards.'),
});
export type EnteredSales = z.infer<typeof enteredSales>;

/** Maximum number of clients that are returned for a text. */
export const MAX_FOUND_CLIENTS = 6;

/** Texts that name clients: a number, a phone, an e-mail, an ИНН, an id of the organization, or a part of a name. */
export const clientTexts = z.object({
  texts: z
    .array(text({ max: 200 }), 'Введите список клиентов.')
    .min(1, 'Введите хотя бы одного клиента.')
    .max(MAX_NEW_SALES, `Не больше ${MAX_NEW_SALES} клиентов.`),
});
export type ClientTexts = z.output<typeof clientTexts>;

/** Clients of each text. A client that is named exactly is returned alone. */
export const foundClients = z.object({
  results: z.array(
    z.object({
      text: z.string(),
      clients: z.array(
        z.object({
          id: z.uuid(),
          number: z.string().describe('К-12'),
          name: z.string(),
          programs: z
            .array(z.object({ ...reference.shape, partner: z.string() }))
            .describe('Programs with an open attachment.'),
        }),
      ),
    }),
  ),
});
export type FoundClients = z.infer<typeof foundClients>;

/** A change of a sale. The amount must not be less than its refunds; that of a won lead is the deal amount too. */
export const salePatch = changes({ ...z.object(saleFields).partial().shape, version });
export type SalePatch = z.output<typeof salePatch>;

/** A refund of a sale or of a part of it. It lowers the reward by the same share. */
export const saleRefund = z.object({ amount_kop: positiveKop, paid_on: day, comment: comment.optional() });
export type SaleRefund = z.output<typeof saleRefund>;

const filters = {
  client: idList,
  program: idList,
  partner: idList,
  from: day.optional(),
  to: day.optional(),
};
const orderings = ['paid_on'] as const;

/** Both days are included. Refunds and canceled sales are listed too. */
export const saleQuery = listQuery(filters, orderings, '-paid_on');
export type SaleQuery = z.output<typeof saleQuery>;
export const saleExportQuery = exportQuery(filters, orderings, '-paid_on');
export type SaleExportQuery = z.output<typeof saleExportQuery>;

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
  cap_reached: z.string().nullable().describe('Why the sale earns nothing, as of a lead.'),
  unrewarded: z.boolean().describe('The deal was imported without a reward and earns nothing.'),
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
