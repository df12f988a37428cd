import { z } from 'zod';
import { EXPORT_MEDIA } from '../base/exports.ts';
import { commaList, filterQuery, listQuery, page, search } from '../base/pagination.ts';
import { getStates, type StateMachine } from '../base/state-machines.ts';
import { transitionWithReason } from '../base/transitions.ts';
import { totalKop } from '../values/money.ts';
import { PARTNER_KINDS } from '../values/partner-kinds.ts';
import { text } from '../values/text.ts';
import { oneOf, queryParameters, uniqueSelectedIds, version } from '../values/values.ts';
import { lastDownload } from './kept-files.ts';
import { payment, paymentPaid } from './payments.ts';
import { PAYOUT_METHOD_KINDS } from './requisites/payout-methods.ts';

/** States of a registry. It closes when the last payment is paid or failed. */
export const registryMachine = {
  initial: 'draft',
  labels: {
    draft: 'Черновик',
    approved: 'Утвержден',
    sent: 'В банке',
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

/** States of a payment in a registry. `out`: the payment was removed. `returned`: it was paid, and the bank returned it. */
export const REGISTRY_LINE_STATES = ['open', 'paid', 'failed', 'returned', 'out'] as const;
export type RegistryLineState = (typeof REGISTRY_LINE_STATES)[number];

const payments = uniqueSelectedIds('одну выплату');

/**
 * Payments to put into registries, one registry per payout method: all ready ones, those of the listed partners, or the listed payments.
 */
export const newRegistry = z
  .object({
    all: z.literal(true, 'Допустимо только true.').optional(),
    partners: uniqueSelectedIds('одного партнера').optional(),
    payments: payments.optional(),
  })
  .refine(
    ({ all, partners, payments }) =>
      [all, partners, payments].filter((value) => value !== undefined).length === 1,
    { error: 'Укажите что-то одно: всех, партнеров или выплаты.', path: ['partners'] },
  );
export type NewRegistry = z.output<typeof newRegistry>;

export const registryRemoval = z.object({ payments, version: version.optional() });
/** Completed transfers: of the listed payments, or of all open ones. */
export const registryPaid = z.object({
  payments: payments.optional(),
  ...paymentPaid.shape,
});
export type RegistryPaid = z.output<typeof registryPaid>;
export const registryFailed = z.object({
  payments,
  ...transitionWithReason.shape,
});
export type RegistryFailed = z.output<typeof registryFailed>;

const filters = { kind: commaList(oneOf(PAYOUT_METHOD_KINDS)), search };
const filtersWithStatus = { status: commaList(oneOf(getStates(registryMachine))), ...filters };

export const registryQuery = listQuery(filtersWithStatus, ['created_at', 'number'], '-created_at');
export type RegistryQuery = z.output<typeof registryQuery>;
export const registryCountsQuery = filterQuery(filters);
export type RegistryFilters = z.output<typeof registryCountsQuery> & Pick<RegistryQuery, 'status'>;

const tax_kop = totalKop.default(0).describe('Withheld income tax. The bank transfers the difference.');
const total = z.object({ count: z.int(), amount_kop: totalKop, tax_kop });

/** A registry: payments by one payout method that are sent to the bank together. */
export const registry = z.object({
  id: z.uuid(),
  number: z.string().describe('Р-7'),
  version: z.int(),
  kind: z.enum(PAYOUT_METHOD_KINDS),
  status: z.enum(getStates(registryMachine)),
  payments: z.int().describe('Number of payments without the removed ones.'),
  amount_kop: totalKop.describe('Sum of the payments.'),
  tax_kop,
  lines: z.object({
    open: total,
    paid: total,
    failed: total,
    returned: total.default({ count: 0, amount_kop: 0, tax_kop: 0 }),
    out: total,
  }),
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
  kinds: z.array(total.extend({ kind: z.enum(PARTNER_KINDS) })).describe('Totals by kind of partner.'),
  problem: z
    .string()
    .nullable()
    .default(null)
    .describe('Missing settings for the bank file, in Russian. Only for a draft.'),
  last_download: lastDownload,
});

/** Created registries, one per payout method, and skipped partners. */
export const formedRegistries = z.object({
  results: z.array(registry),
  skipped: z.array(z.object({ name: z.string(), detail: z.string() })),
});
export type FormedRegistries = z.infer<typeof formedRegistries>;

/** A payment in a registry. */
export const registryLine = z.object({
  payment,
  state: z.enum(REGISTRY_LINE_STATES),
  amount_kop: totalKop.describe('Amount when the payment was added.'),
  tax_kop: tax_kop.describe('Tax at approval; 0 before approval.'),
  changes: z.array(z.string()).describe('Changes since the payment was added, in Russian. Only for a draft.'),
  problems: z
    .array(z.string())
    .default([])
    .describe('Problems for the bank file, in Russian. Only for a draft.'),
});
export type RegistryLine = z.infer<typeof registryLine>;
export const registryLineQuery = listQuery(
  { state: commaList(oneOf(REGISTRY_LINE_STATES)) },
  ['number'],
  'number',
);
export type RegistryLineQuery = z.output<typeof registryLineQuery>;
export const registryLinePage = page(registryLine);

/** File formats of a registry: payment orders for bank software, or a table by a template. */
export const REGISTRY_FILES = {
  '1c': 'text/plain; charset=windows-1251',
  csv: 'text/csv',
  xlsx: EXPORT_MEDIA.xlsx,
} as const;
export type RegistryFormat = keyof typeof REGISTRY_FILES;
export const registryFileQuery = queryParameters({
  format: oneOf(['1c', 'csv', 'xlsx']),
  template: text({ max: 60 }).optional(),
});
export type RegistryFileQuery = z.output<typeof registryFileQuery>;
