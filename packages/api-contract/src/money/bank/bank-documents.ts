import { z } from 'zod';
import { countsBy } from '../../base/counts.ts';
import { exportQuery, exportRoute } from '../../base/exports.ts';
import { commaList, filterQuery, idList, listQuery, page, search } from '../../base/pagination.ts';
import type { RouteContract } from '../../base/route.ts';
import { numbered, reference } from '../../values/references.ts';
import { day, oneOf } from '../../values/values.ts';
import { BANK_DOCUMENT_STATES, type BankDocumentState, bankDocument } from './bank-statements.ts';

export const BANK_DOCUMENT_STATE_LABELS = {
  proposed: 'Нужно решить',
  applied: 'Учтен',
  dismissed: 'Не выплата',
} as const satisfies Record<BankDocumentState, string>;

/** Directions of bank documents: a debit, or a credit that is a return. */
export const BANK_DOCUMENT_KIND_LABELS = { debit: 'Списание', return: 'Возврат' } as const;

/** A bank document of any statement, with the decision about it. */
export const listedBankDocument = bankDocument
  .pick({
    id: true,
    number: true,
    is_return: true,
    day: true,
    amount_kop: true,
    payee: true,
    payee_account: true,
    payee_inn: true,
    purpose: true,
    match: true,
    state: true,
    reasons: true,
  })
  .extend({
    payments: z
      .array(numbered)
      .describe('Payments that it is matched with, or the one that it may belong to.'),
    statement: reference,
    uploaded_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable().describe('Date of entry: when the decision was made.'),
    decided_by: z.string().nullable().describe('Name of the employee.'),
    notes: z.array(z.string()).describe('Conflicts with the data of the organization, in Russian.'),
  });
export type ListedBankDocument = z.infer<typeof listedBankDocument>;

const filters = {
  statement: idList,
  kind: commaList(oneOf(['debit', 'return'])),
  day_from: day.optional().describe('First value date: the day of the bank.'),
  day_to: day.optional(),
  decided_from: day.optional().describe('First date of entry: the day of the decision.'),
  decided_to: day.optional(),
  search,
};
const filtersWithState = { status: commaList(oneOf(BANK_DOCUMENT_STATES)), ...filters };
const orderings = ['day', 'amount_kop'] as const;

export const bankDocumentListQuery = listQuery(filtersWithState, orderings, '-day');
export type BankDocumentListQuery = z.output<typeof bankDocumentListQuery>;
export const bankDocumentCountsQuery = filterQuery(filters);
export type BankDocumentFilters = z.output<typeof bankDocumentCountsQuery> &
  Pick<BankDocumentListQuery, 'status'>;
export const bankDocumentExportQuery = exportQuery(filtersWithState, orderings, '-day');
export type BankDocumentExportQuery = z.output<typeof bankDocumentExportQuery>;

const BASE = '/api/referral/bank-documents/';
const access = ['organization'] as const;

export const bankDocumentRoutes = {
  listedBankDocuments: {
    method: 'GET',
    path: BASE,
    name: 'Documents of all bank statements that look like payments',
    access,
    query: bankDocumentListQuery,
    response: page(listedBankDocument),
  },
  bankDocumentCounts: {
    method: 'GET',
    path: `${BASE}counts/`,
    name: 'Bank documents by decision',
    access,
    query: bankDocumentCountsQuery,
    response: countsBy({ labels: BANK_DOCUMENT_STATE_LABELS }),
  },
  exportBankDocuments: exportRoute(
    `${BASE}export/`,
    'Bank documents as a file',
    access,
    bankDocumentExportQuery,
  ),
} as const satisfies Record<string, RouteContract>;
