import { z } from 'zod';
import { countsBy } from '../base/counts.ts';
import { EXPORT_MEDIA } from '../base/exports.ts';
import { commaList, filterQuery, idList, listQuery, page, search } from '../base/pagination.ts';
import { byId, type RouteContract } from '../base/route.ts';
import { getStates, type StateMachine } from '../base/state-machines.ts';
import { transition } from '../base/transitions.ts';
import { totalKop } from '../values/money.ts';
import { reference } from '../values/references.ts';
import { text } from '../values/text.ts';
import { flag, id, month, oneOf, queryParameters, version } from '../values/values.ts';
import { CONTRACT_KINDS } from './taxes/tax-status.ts';

/** States of an act. A replaced act is kept. An act is annulled when the bank returned all of its payments. */
export const actMachine = {
  initial: 'issued',
  labels: {
    issued: 'Ждет подтверждения',
    confirmed: 'Подтвержден',
    objected: 'Есть возражение',
    replaced: 'Заменен',
    annulled: 'Аннулирован',
  },
  transitions: {
    issued: ['confirmed', 'objected', 'replaced', 'annulled'],
    confirmed: ['replaced', 'annulled'],
    objected: ['replaced', 'annulled'],
    replaced: [],
    annulled: [],
  },
  entry: ['issued'],
} as const satisfies StateMachine;
export type ActStatus = keyof typeof actMachine.labels;

/** Acts to create for a finished month: for every partner paid in it, or for one partner. */
/** `dry_run` creates nothing and returns the counts, the sum and the skipped partners. */
export const newActs = z.object({ month, partner: id.optional(), dry_run: flag.optional() });
export type NewActs = z.output<typeof newActs>;

export const actObjection = z.object({ objection: text({ max: 1000 }), version: version.optional() });
export type ActObjection = z.output<typeof actObjection>;

const filters = { month: month.optional(), partner: idList, search };
const withStatus = { status: commaList(oneOf(getStates(actMachine))), ...filters };

export const actQuery = listQuery(withStatus, ['created_at', 'number', 'month', 'amount_kop'], '-created_at');
export type ActQuery = z.output<typeof actQuery>;
export const actCountsQuery = filterQuery(filters);
export type ActFilters = z.output<typeof actCountsQuery> & Pick<ActQuery, 'status'>;

/** An act about the payments of a partner in a month. */
export const act = z.object({
  id: z.uuid(),
  number: z.string().describe('А-7'),
  version: z.int(),
  title: z.string().describe('Depends on the kind of contract: «Акт об оказании услуг».'),
  month: z.string().describe('2026-10'),
  partner: reference,
  organization: reference,
  amount_kop: totalKop,
  tax_kop: totalKop.default(0).describe('Income tax withheld from the payments.'),
  status: z.enum(getStates(actMachine)),
  objection: z.string(),
  answered_at: z.iso.datetime().nullable().describe('When the partner confirmed the act or objected.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Act = z.infer<typeof act>;
export const actPage = page(act);

/** A line of an act. The text is frozen when the act is created. */
export const actLine = z.object({
  payment: z.string().describe('В-7'),
  paid_on: z.iso.date(),
  number: z.string().describe('Н-12; empty when one line covers the whole payment.'),
  text: z.string(),
  amount_kop: totalKop,
});
export type ActLine = z.infer<typeof actLine>;

const partyContent = z.object({
  role: z.string().describe('Исполнитель'),
  name: z.string(),
  requisites: z
    .array(z.string())
    .describe('One string per line. Empty when the caller may not read requisites.'),
  signer: z
    .string()
    .optional()
    .describe('Смирнов А. В. Undefined for a company, whose representative is unknown.'),
});

/** Content of an act, frozen when the act is created. */
export const actContent = z.object({
  title: z.string(),
  contract: z.object({
    kind: z.enum(CONTRACT_KINDS),
    number: z.string(),
    date: z.iso.date().nullable(),
  }),
  customer: partyContent,
  contractor: partyContent,
  lines: z.array(actLine),
  vat: z.string(),
  tax: z.string().optional().describe('Sentence about the withheld income tax; undefined without tax.'),
  closing: z.string().describe('Closing statement of both parties.'),
});
export type ActContent = z.infer<typeof actContent>;

/** Events after the creation of an act that a reissued act would include. */
export const ACT_CHANGES = ['late_payment', 'payment_returned', 'return', 'return_canceled'] as const;
const actChange = z.object({
  kind: z.enum(ACT_CHANGES),
  id: z.uuid().describe('Id of the payment or the accrual.'),
  number: z.string().describe('В-7 or Н-12'),
  amount_kop: totalKop.describe('Difference to the amount of the act.'),
});
export type ActChange = z.infer<typeof actChange>;

export const actWithContent = act.extend({
  content: actContent,
  changes: z
    .array(actChange)
    .describe(
      'For the organization, if the act is not replaced or annulled. If not empty, the act can be reissued.',
    ),
  replaces: z.string().nullable().describe('Number of the act replaced by this one.'),
  replaced_by: z.string().nullable(),
});
export type ActWithContent = z.infer<typeof actWithContent>;

/** Result: created acts, existing acts, and skipped partners with the reason. */
export const formedActs = z.object({
  made: z.int(),
  amount_kop: totalKop.default(0).describe('Sum of the created acts.'),
  kept: z.int().describe('Acts that already existed: a partner has one act per month.'),
  results: z.array(act).describe('At most 100, ordered by number.'),
  skipped: z.array(z.object({ name: z.string(), detail: z.string() })).describe('At most 100.'),
});
export type FormedActs = z.infer<typeof formedActs>;

/** File formats of an act. */
export const ACT_FILES = {
  pdf: 'application/pdf',
  xlsx: EXPORT_MEDIA.xlsx,
} as const;
export type ActFormat = keyof typeof ACT_FILES;

/** Which date the payments of an act use, for screens and files. */
export const ACT_DATES = 'Выплаты в акте стоят по дате перевода.';

const BASE = '/api/referral/acts/';
const organization = ['organization'] as const;
const both = ['organization', 'partner'] as const;

/** Calls for monthly acts. */
export const actRoutes = {
  acts: { method: 'GET', path: BASE, name: 'Acts', access: both, query: actQuery, response: actPage },
  createActs: {
    method: 'POST',
    path: BASE,
    name: 'Acts of a month',
    access: organization,
    cost: 'bulk',
    body: newActs,
    idempotency: 'once',
    status: 201,
    response: formedActs,
  },
  actCounts: {
    method: 'GET',
    path: `${BASE}counts/`,
    name: 'Acts by status',
    access: both,
    query: actCountsQuery,
    response: countsBy(actMachine),
  },
  act: {
    method: 'GET',
    path: `${BASE}{id}/`,
    name: 'Act',
    access: both,
    params: byId,
    response: actWithContent,
  },
  actFile: {
    method: 'GET',
    path: `${BASE}{id}/file/`,
    name: 'Act as a file',
    access: both,
    cost: 'export',
    params: byId,
    query: queryParameters({ format: oneOf(['pdf', 'xlsx']) }),
    media: Object.values(ACT_FILES) as readonly string[],
    response: z.string(),
  },
  confirmAct: {
    method: 'POST',
    path: `${BASE}{id}/confirm/`,
    name: 'Confirmation of an act by its partner',
    access: ['partner'],
    params: byId,
    body: transition,
    response: actWithContent,
  },
  objectToAct: {
    method: 'POST',
    path: `${BASE}{id}/object/`,
    name: 'Objection of a partner to its act',
    access: ['partner'],
    params: byId,
    body: actObjection,
    response: actWithContent,
  },
  reissueAct: {
    method: 'POST',
    path: `${BASE}{id}/reissue/`,
    name: 'Reissue of an act',
    access: organization,
    cost: 'creation',
    params: byId,
    body: transition,
    idempotency: 'once',
    status: 201,
    response: actWithContent,
  },
} as const satisfies Record<string, RouteContract>;
