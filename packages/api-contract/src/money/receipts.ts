import { z } from 'zod';
import { countsBy } from '../base/counts.ts';
import { exportQuery, exportRoute } from '../base/exports.ts';
import { commaList, filterQuery, idList, listQuery, page, search } from '../base/pagination.ts';
import { byId, type RouteContract } from '../base/route.ts';
import { totalKop } from '../values/money.ts';
import { numbered, reference } from '../values/references.ts';
import { text } from '../values/text.ts';
import { day, oneOf } from '../values/values.ts';

/**
 * States of the receipt that a self-employed partner must issue for a payment. After a return by the bank a given receipt must be annulled
 * (`to_annul`); then it is `closed`.
 */
export const RECEIPT_STATUSES = [
  'awaited',
  'mismatched',
  'annulled',
  'received',
  'to_annul',
  'closed',
] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];
export const RECEIPT_STATUS_LABELS = {
  awaited: 'Ожидается',
  mismatched: 'Не сходится',
  annulled: 'Аннулирован',
  received: 'Получен',
  to_annul: 'Нужно аннулировать',
  closed: 'Не нужен',
} as const satisfies Record<ReceiptStatus, string>;

/** Which date the due dates of receipts use, for screens. */
export const RECEIPT_DUE = 'Срок чека: до 9-го числа месяца после даты перевода.';

const HOST = 'lknpd.nalog.ru';
const NUMBER = /^[0-9A-Za-z]{6,40}$/;
const PATH = /^\/api\/v1\/receipt\/(\d{12})\/([0-9A-Za-z]{6,40})\/(?:print|json)\/?$/;

/** Parses the number of a receipt, or its URL, which also contains the INN. Returns null for other text. */
export function parseReceipt(input: string): { number: string; inn: string } | null {
  const trimmed = input.trim();
  if (NUMBER.test(trimmed)) return { number: trimmed, inn: '' };
  if (!URL.canParse(trimmed)) return null;
  const { protocol, host, username, password, pathname } = new URL(trimmed);
  if (protocol !== 'https:' || host !== HOST || username !== '' || password !== '') return null;
  const [, inn, number] = PATH.exec(pathname) ?? [];
  return inn === undefined || number === undefined ? null : { number, inn };
}

/** Returns the URL of a receipt at the tax service. */
export const receiptUrl = (inn: string, number: string) =>
  `https://${HOST}/api/v1/receipt/${inn}/${number}/print`;

const WRONG = 'Вставьте ссылку на чек из приложения «Мой налог» или его номер.';

export const newReceipt = z.object({
  receipt: text({ max: 300 }).refine((value) => parseReceipt(value) !== null, WRONG),
});
export type NewReceipt = z.output<typeof newReceipt>;

/** Receipt of a payment. */
export const receipt = z.object({
  id: z.uuid().describe('Id of the payment.'),
  payment: numbered,
  partner: reference,
  organization: reference,
  amount_kop: totalKop,
  paid_on: z.iso.date().nullable(),
  status: z.enum(RECEIPT_STATUSES),
  due_on: z.iso.date().describe('Due date, in Moscow time.'),
  is_late: z.boolean(),
  number: z.string(),
  url: z.string().describe('URL at the tax service; empty while unknown.'),
  problem: z.string().describe('Mismatch in Russian.'),
  given_at: z.iso.datetime().nullable(),
  checked_at: z.iso.datetime().nullable().describe('When the receipt was last checked at the tax service.'),
  reminded_on: z.iso.date().nullable(),
});
export type Receipt = z.infer<typeof receipt>;

const filters = {
  late: oneOf(['true', 'false']).optional(),
  partner: idList,
  payment: idList,
  paid_from: day.optional().describe('First day of the transfer at the bank.'),
  paid_to: day.optional(),
  given_from: day.optional().describe('First day on which the receipt was entered.'),
  given_to: day.optional(),
  search,
};
const withStatus = { status: commaList(oneOf(RECEIPT_STATUSES)), ...filters };
const orderings = ['due_on', 'amount_kop'] as const;

export const receiptQuery = listQuery(withStatus, orderings, 'due_on');
export type ReceiptQuery = z.output<typeof receiptQuery>;
export const receiptCountsQuery = filterQuery(filters);
export type ReceiptFilters = z.output<typeof receiptCountsQuery> & Pick<ReceiptQuery, 'status'>;
export const receiptExportQuery = exportQuery(withStatus, orderings, 'due_on');
export type ReceiptExportQuery = z.output<typeof receiptExportQuery>;

export const receiptCounts = countsBy({ labels: RECEIPT_STATUS_LABELS });

/** The largest number of partners in a group of reminders. */
export const REMINDER_NAMES = 200;
const reminderGroup = z.object({
  count: z.int(),
  partners: z.array(reference).describe(`By name, at most ${REMINDER_NAMES}.`),
});

/** Partners who owe receipts, by whether a reminder reaches them now. */
export const reminders = z.object({
  remindable: reminderGroup.describe('Partners that a reminder reaches now.'),
  reminded_today: reminderGroup.describe('Partners already reminded today; each gets one reminder a day.'),
  without_sign_in: reminderGroup.describe('Partners without a sign-in. They get no reminder.'),
});
export type Reminders = z.infer<typeof reminders>;

const BASE = '/api/referral/receipts/';
const organization = ['organization'] as const;
const both = ['organization', 'partner'] as const;

/** Calls for receipts of self-employed partners. */
export const receiptRoutes = {
  receipts: {
    method: 'GET',
    path: BASE,
    name: 'Receipts',
    access: both,
    query: receiptQuery,
    response: page(receipt),
  },
  receiptCounts: {
    method: 'GET',
    path: `${BASE}counts/`,
    name: 'Receipts by status',
    access: both,
    query: receiptCountsQuery,
    response: receiptCounts,
  },
  exportReceipts: exportRoute(`${BASE}export/`, 'Receipts as a file', organization, receiptExportQuery),
  receiptReminders: {
    method: 'GET',
    path: `${BASE}remind/`,
    name: 'Partners whom a reminder of receipts reaches',
    access: organization,
    response: reminders,
  },
  remindReceipts: {
    method: 'POST',
    path: `${BASE}remind/`,
    name: 'Reminder of all who owe receipts',
    access: organization,
    cost: 'bulk',
    response: z.object({
      reminded: reminderGroup,
      without_sign_in: reminderGroup.describe('Partners without a sign-in, who were not reminded.'),
    }),
  },
  giveReceipt: {
    method: 'POST',
    path: '/api/referral/payments/{id}/receipt/',
    name: 'Receipt of a payment',
    access: both,
    cost: 'creation',
    params: byId,
    body: newReceipt,
    response: receipt,
  },
  closeReceipt: {
    method: 'POST',
    path: '/api/referral/payments/{id}/receipt/annulled/',
    name: 'Receipt of a returned payment annulled by the partner',
    access: organization,
    cost: 'creation',
    params: byId,
    response: receipt,
  },
} as const satisfies Record<string, RouteContract>;
