import { z } from 'zod';
import { totalKop } from './money.ts';
import { commaList, filterQuery, listQuery, page, search } from './pagination.ts';
import { PARTNER_KINDS } from './partners.ts';
import { payment } from './payments.ts';
import { PAYOUT_METHOD_KINDS } from './payout-methods.ts';
import { version } from './programs.ts';
import { type StateMachine, statesOf } from './state-machines.ts';
import { text } from './text.ts';
import { day, id, oneOf, parameters } from './values.ts';

/** The life cycle of a registry. It closes by itself when the bank has answered for its last payment. */
export const registryMachine = {
  initial: 'draft',
  labels: {
    draft: 'Черновик',
    approved: 'Утвержден',
    sent: 'Отправлен в банк',
    closed: 'Закрыт',
    canceled: 'Отменен',
  },
  transitions: {
    draft: ['approved', 'canceled'],
    approved: ['sent', 'closed', 'canceled'],
    sent: ['closed'],
    closed: [],
    canceled: [],
  },
  entry: ['draft'],
} as const satisfies StateMachine;
export type RegistryStatus = keyof typeof registryMachine.labels;

/** States of a payment within a registry: still to be answered for, answered for, or no part of it any more. */
export const REGISTRY_LINE_STATES = ['open', 'paid', 'failed', 'out'] as const;
export type RegistryLineState = (typeof REGISTRY_LINE_STATES)[number];

const MOST = 1000;
const ids = (what: string) =>
  z
    .array(id, 'Введите список идентификаторов.')
    .min(1, `Выберите хотя бы ${what}.`)
    .max(MOST, `Не более ${MOST}.`)
    .transform((values) => [...new Set(values)]);

/** Payments to be put into registries, one for each rail: all that is ready, of these partners, or these payments. */
export const newRegistry = z
  .object({
    all: z.literal(true, 'Допустимо только true.').optional(),
    partners: ids('одного партнера').optional(),
    payments: ids('одну выплату').optional(),
  })
  .refine(
    ({ all, partners, payments }) =>
      [all, partners, payments].filter((given) => given !== undefined).length === 1,
    { error: 'Укажите что-то одно: всех, партнеров или выплаты.', path: ['partners'] },
  );
export type NewRegistry = z.output<typeof newRegistry>;

export const registryMove = z.object({ version: version.optional() });
/** Approval names the version that the employee saw: a later change of the registry is never approved unseen. */
export const registryApproval = z.object({ version });
export const registryReason = z.object({ reason: text({ max: 1000 }), version: version.optional() });
export const registryRemoval = z.object({ payments: ids('одну выплату'), version: version.optional() });
/** Transfers that were made: of the payments named, or of all that are not answered for. */
export const registryPaid = z.object({
  payments: ids('одну выплату').optional(),
  paid_on: day,
  external_ref: text({ max: 100 }),
  version: version.optional(),
});
export type RegistryPaid = z.output<typeof registryPaid>;
export const registryFailed = z.object({
  payments: ids('одну выплату'),
  reason: text({ max: 1000 }),
  version: version.optional(),
});
export type RegistryFailed = z.output<typeof registryFailed>;

const filters = { kind: commaList(oneOf(PAYOUT_METHOD_KINDS)), search };
const filtersWithStatus = { status: commaList(oneOf(statesOf(registryMachine))), ...filters };

export const registryQuery = listQuery(filtersWithStatus, ['created_at', 'number'], '-created_at');
export type RegistryQuery = z.output<typeof registryQuery>;
export const registryCountsQuery = filterQuery(filters);
export type RegistryFilters = z.output<typeof registryCountsQuery> & Pick<RegistryQuery, 'status'>;

const tax_kop = totalKop.default(0).describe('Income tax withheld: the bank transfers the rest.');
const total = z.object({ count: z.int(), amount_kop: totalKop, tax_kop });

/** A registry: payments of one rail that go to the bank together. */
export const registry = z.object({
  id: z.uuid(),
  number: z.string().describe('Р-7'),
  version: z.int(),
  kind: z.enum(PAYOUT_METHOD_KINDS),
  status: z.enum(statesOf(registryMachine)),
  payments: z.int().describe('How many payments it holds; those taken out are not counted.'),
  amount_kop: totalKop.describe('What they come to.'),
  tax_kop,
  lines: z.object({ open: total, paid: total, failed: total, out: total }),
  created_by: z.string().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  approved_at: z.iso.datetime().nullable(),
  sent_at: z.iso.datetime().nullable(),
  closed_at: z.iso.datetime().nullable(),
  cancel_reason: z.string(),
});
export type Registry = z.infer<typeof registry>;
export const registryPage = page(registry);
export const registryWithTotals = registry.extend({
  kinds: z.array(total.extend({ kind: z.enum(PARTNER_KINDS) })).describe('By the kind of the partner.'),
  problem: z
    .string()
    .nullable()
    .default(null)
    .describe('What the file for the bank needs of the organization: in words, of a draft alone.'),
});

/** Registries formed, one for each rail, and those who are in none. */
export const formedRegistries = z.object({
  results: z.array(registry),
  skipped: z.array(z.object({ name: z.string(), detail: z.string() })),
});
export type FormedRegistries = z.infer<typeof formedRegistries>;

/** A payment within a registry. */
export const registryLine = z.object({
  payment,
  state: z.enum(REGISTRY_LINE_STATES),
  amount_kop: z.int().describe('As it was when it came in.'),
  tax_kop: tax_kop.describe('Of the approval; 0 before it.'),
  changes: z.array(z.string()).describe('What has changed since: in words, of a draft alone.'),
  problems: z
    .array(z.string())
    .default([])
    .describe('What would keep it out of the file for the bank: in words, of a draft alone.'),
});
export type RegistryLine = z.infer<typeof registryLine>;
export const registryLineQuery = listQuery(
  { state: commaList(oneOf(REGISTRY_LINE_STATES)) },
  ['number'],
  'number',
);
export type RegistryLineQuery = z.output<typeof registryLineQuery>;
export const registryLinePage = page(registryLine);

/** Formats of a registry's file: payment orders for a client bank, or a table by a template. */
export const REGISTRY_FILES = {
  '1c': 'text/plain; charset=windows-1251',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type RegistryFormat = keyof typeof REGISTRY_FILES;
export const registryFileQuery = parameters({
  format: oneOf(['1c', 'csv', 'xlsx']),
  template: text({ max: 60 }).optional(),
});
export type RegistryFileQuery = z.output<typeof registryFileQuery>;
