import { z } from 'zod';
import { exportQuery } from '../../base/exports.ts';
import { idList, listQuery, page, search } from '../../base/pagination.ts';
import { REWARD_EVENTS, rewardRule } from '../../money/rewards/rewards.ts';
import { email } from '../../values/email.ts';
import { totalKop } from '../../values/money.ts';
import { phone } from '../../values/phone.ts';
import { numbered, reference } from '../../values/references.ts';
import { optionalInn } from '../../values/requisites.ts';
import { text } from '../../values/text.ts';
import { changes, id, version } from '../../values/values.ts';

/** Why a client was attached to a partner. */
export const ATTACHMENT_CAUSES = ['lead', 'manual', 'transfer', 'import'] as const;

/** Labels of the fields of a client. Forms, the card, the history and the journal read this record. */
export const CLIENT_FIELD_LABELS = {
  name: 'Имя или компания',
  phone: 'Телефон',
  email: 'Почта',
  inn: 'ИНН',
  external_id: 'Номер в вашей системе',
} as const;
export type ClientField = keyof typeof CLIENT_FIELD_LABELS;

const externalId = text({ max: 100 }).nullable();
const contacts = { phone: phone.nullable(), email, inn: optionalInn, external_id: externalId };
const name = text({ min: 2, max: 150 });

/** A client that is entered without a lead. */
export const newClient = z.object({ name, ...z.object(contacts).partial().shape });
export type NewClient = z.output<typeof newClient>;

export const clientPatch = changes({ ...z.object({ name, ...contacts }).partial().shape, version });
export type ClientPatch = z.output<typeof clientPatch>;

/** Attaches the client to another partner of a program. Later sales are credited to this partner. */
export const clientTransfer = z.object({ program: id, partner: id, reason: text({ max: 1000 }), version });
export type ClientTransfer = z.output<typeof clientTransfer>;

const filters = { program: idList, partner: idList, search };
const orderings = ['created_at', 'last_sale'] as const;

/** `program` and `partner` select clients with an open attachment. Clients without sales come first in the order of the last sale. */
export const clientQuery = listQuery(filters, orderings, '-created_at');
export type ClientQuery = z.output<typeof clientQuery>;
export const clientExportQuery = exportQuery(filters, orderings, '-created_at');
export type ClientExportQuery = z.output<typeof clientExportQuery>;

/** A period in which the purchases of a client are credited to a partner of a program. */
const attachment = z.object({
  id: z.uuid(),
  program: reference,
  partner: reference,
  lead: numbered.nullable(),
  cause: z.enum(ATTACHMENT_CAUSES),
  starts_at: z.iso.date(),
  ends_at: z.iso.date().nullable().describe('Last day; null without a term.'),
  closed_at: z.iso.datetime().nullable().describe('Null for an open attachment.'),
  close_reason: z.string(),
  reward: rewardRule
    .nullable()
    .describe('Reward for the sales of the attachment; null if the program had none.'),
  reward_event: z.enum(REWARD_EVENTS).nullable(),
});
export type Attachment = z.infer<typeof attachment>;

const sums = {
  sales: z.int().describe('Number of sales, without canceled ones and refunds.'),
  revenue_kop: totalKop.describe('Amount of the sales minus refunds.'),
  reward_kop: totalKop.describe('Rewards for the sales.'),
  last_sale_on: z.iso.date().nullable(),
};

/** A client for the organization. Positions without access to contacts get a masked phone, and no e-mail and ИНН. */
export const client = z.object({
  id: z.uuid(),
  number: z.string().describe('К-12'),
  version: z.int(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string(),
  inn: z.string(),
  external_id: z.string().nullable(),
  created_at: z.iso.datetime(),
  attachments: z.array(attachment).describe('Open ones first, then the latest first.'),
  ...sums,
});
export type Client = z.infer<typeof client>;

/** A client for a partner: the phone is masked, and the sums are those of the partner's attachments. */
export const clientForPartner = z.object({
  id: z.uuid(),
  number: z.string(),
  organization: reference,
  name: z.string(),
  phone: z.string().nullable().describe('+7 916 ***-**-67'),
  program: reference.describe('Program of the latest attachment.'),
  starts_at: z.iso.date(),
  ends_at: z.iso.date().nullable(),
  closed_at: z.iso.datetime().nullable(),
  reward: rewardRule.nullable(),
  reward_event: z.enum(REWARD_EVENTS).nullable(),
  ...sums,
});
export type ClientForPartner = z.infer<typeof clientForPartner>;

export const clientPage = page(client);
export const clientPageForPartner = page(clientForPartner);

/** Events of the history of a client, with their labels. */
export const CLIENT_EVENT_LABELS = {
  create: 'Клиент добавлен',
  update: 'Клиент изменен',
  attach: 'Клиент закреплен за партнером',
  detach: 'Закрепление клиента закрыто',
  transfer: 'Клиент передан другому партнеру',
  sale: 'Продажа добавлена',
  'sale-update': 'Продажа изменена',
  'sale-cancel': 'Продажа отменена',
  'sale-restore': 'Продажа снова действует',
  refund: 'Возврат добавлен',
} as const;
export type ClientEvent = keyof typeof CLIENT_EVENT_LABELS;
export const CLIENT_EVENTS = Object.keys(CLIENT_EVENT_LABELS) as [ClientEvent, ...ClientEvent[]];

/** History of a client, oldest first. */
export const clientHistory = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      actor: z.string().nullable(),
      kind: z.enum(CLIENT_EVENTS),
      changed: z.array(z.string()).describe('Names of the changed fields.'),
      comment: z.string(),
      transfer: z
        .object({ from: z.string().nullable(), to: z.string().nullable() })
        .nullable()
        .describe('Names of the partners before and after.'),
      lead: z.string().nullable().describe('Л-12'),
      sale: z.string().nullable().describe('П-12'),
      amount_kop: z.int().nullable().describe('Amount of the sale or of the refund.'),
    }),
  ),
});
export type ClientHistory = z.infer<typeof clientHistory>;
