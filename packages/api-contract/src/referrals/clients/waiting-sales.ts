import { z } from 'zod';
import { byId, type RouteContract } from '../../base/route.ts';
import { reference } from '../../values/references.ts';
import { text } from '../../values/text.ts';
import { id } from '../../values/values.ts';

/** States of a sale of an unknown client. */
export const WAITING_STATUSES = ['waiting', 'matched', 'rejected', 'expired'] as const;

/** Number of days between a deal and a waiting sale that may be the same payment. */
export const SAME_PAYMENT_DAYS = 3;

/** Number of days that a sale waits for its client. */
export const WAITING_DAYS = 30;

/** What a client has in common with the buyer of a sale. */
const MATCHES = ['phone', 'email', 'inn', 'external_id', 'name'] as const;
export const MATCH_LABELS = {
  phone: 'тот же телефон',
  email: 'та же почта',
  inn: 'тот же ИНН',
  external_id: 'тот же номер в вашей системе',
  name: 'похожее имя',
} as const satisfies Record<(typeof MATCHES)[number], string>;

const waitingSale = z.object({
  id: z.uuid(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string(),
  inn: z.string(),
  client_external_id: z.string().nullable(),
  program: reference.nullable(),
  amount_kop: z.int(),
  vat_kop: z.int().nullable(),
  paid_on: z.iso.date(),
  product: z.string(),
  comment: z.string(),
  external_id: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_on: z.iso.date().describe('The first day without the sale.'),
  candidates: z
    .array(z.object({ id: z.uuid(), number: z.string(), name: z.string(), match: z.enum(MATCHES) }))
    .describe('Clients that may have paid.'),
  same_payment: z
    .object({ id: z.uuid(), number: z.string(), client: z.string(), paid_on: z.iso.date() })
    .nullable()
    .describe(
      'A deal of this buyer with the same amount, at most three days apart. It may be the same payment.',
    ),
});
export type WaitingSale = z.infer<typeof waitingSale>;

/** The sales that wait for their client, oldest first, at most fifty. */
const waitingSales = z.object({
  count: z.int().describe('Number of all waiting sales.'),
  results: z.array(waitingSale),
});
export type WaitingSales = z.infer<typeof waitingSales>;

const waitingSaleCount = z.object({ count: z.int() });

const saleMatch = z.object({ client: id, program: id.optional() });
export type SaleMatch = z.output<typeof saleMatch>;
const buyerName = z.object({ name: text({ min: 2, max: 150 }) });
const samePayment = z.object({ sale: id });
const rejection = z.object({ reason: text({ max: 1000 }) });

/** Result of a decision: the number of the entered sales, which is zero for a rejected one. */
const decidedSales = z.object({ entered: z.int() });

const BASE = '/api/referral/waiting-sales/';
const organization = ['organization'] as const;

export const waitingSaleRoutes = {
  waitingSales: {
    method: 'GET',
    path: BASE,
    name: 'Sales of unknown clients',
    access: organization,
    response: waitingSales,
  },
  waitingSaleCount: {
    method: 'GET',
    path: `${BASE}count/`,
    name: 'Number of sales of unknown clients',
    access: organization,
    response: waitingSaleCount,
  },
  matchWaitingSale: {
    method: 'POST',
    path: `${BASE}{id}/match/`,
    name: 'Entry of a waiting sale for a client',
    access: organization,
    params: byId,
    body: saleMatch,
    response: decidedSales,
  },
  createWaitingClient: {
    method: 'POST',
    path: `${BASE}{id}/client/`,
    name: 'Creation of the client of a waiting sale',
    access: organization,
    params: byId,
    body: buyerName,
    response: decidedSales,
  },
  mergeWaitingSale: {
    method: 'POST',
    path: `${BASE}{id}/merge/`,
    name: 'Decision that a waiting sale and a deal are one payment',
    access: organization,
    params: byId,
    body: samePayment,
    response: decidedSales,
  },
  rejectWaitingSale: {
    method: 'POST',
    path: `${BASE}{id}/reject/`,
    name: 'Rejection of a waiting sale',
    access: organization,
    params: byId,
    body: rejection,
    response: decidedSales,
  },
} as const satisfies Record<string, RouteContract>;
