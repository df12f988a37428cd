import { z } from 'zod';
import { commaList, listQuery, page } from '../../base/pagination.ts';
import { byId, type RouteContract } from '../../base/route.ts';
import { totalKop } from '../../values/money.ts';
import { text } from '../../values/text.ts';
import { base64File, oneOf, uniqueSelectedIds } from '../../values/values.ts';
import { payment } from '../payments.ts';

/** Maximum size of a statement file, in bytes. */
export const STATEMENT_BYTES = 24 * 1024 * 1024;

/** Certainty that a bank document is the transfer of a payment. */
export const BANK_MATCHES = ['exact', 'doubtful'] as const;
export type BankMatch = (typeof BANK_MATCHES)[number];
/** Decision of a user about a bank document. */
export const BANK_DOCUMENT_STATES = ['proposed', 'applied', 'dismissed'] as const;
export type BankDocumentState = (typeof BANK_DOCUMENT_STATES)[number];

/** A bank statement in the 1C format, in any code page of that format. */
export const newBankStatement = z.object({
  name: text({ max: 200 }),
  data: base64File('Выберите файл выписки.').describe('The file in base64. At most 20,000 documents.'),
});
export type NewBankStatement = z.output<typeof newBankStatement>;

const counted = z.object({ count: z.int(), amount_kop: totalKop });

export const bankStatement = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  accounts: z.array(z.string()),
  is_own: z
    .boolean()
    .describe('True for the account in the organization settings, or when none is set there.'),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  documents: z.int().describe('Number of documents in the file.'),
  foreign: z.int().describe('Number of documents unrelated to payments.'),
  repeated: z.int().describe('Number of documents imported before or repeated in the file.'),
  unreadable: z.int().describe('Number of documents without an amount, a date or a number.'),
  exact: counted.describe('Matches that no user has decided yet.'),
  doubtful: counted,
  applied: counted,
  dismissed: counted.describe('Documents that a user declared to be no payments.'),
});
export type BankStatement = z.infer<typeof bankStatement>;

export const bankDocument = z.object({
  id: z.uuid(),
  number: z.string(),
  is_return: z
    .boolean()
    .default(false)
    .describe('True for incoming money that the bank returned; the payee is then its sender.'),
  day: z.iso.date().describe('Date of the debit, or of the credit for a return.'),
  amount_kop: z.int(),
  payee: z.string(),
  payee_account: z.string(),
  payee_inn: z.string(),
  purpose: z.string(),
  match: z.enum(BANK_MATCHES),
  state: z.enum(BANK_DOCUMENT_STATES),
  reasons: z.array(z.string()).describe('Why the match is doubtful, in Russian.'),
  payment: payment.nullable().describe('Null when several payments match.'),
  candidates: z.array(payment).describe('Payments to choose from when it is unclear which one was paid.'),
});
export type BankDocument = z.infer<typeof bankDocument>;

/** Documents that a user decides about. */
export const selectedDocuments = z.object({ documents: uniqueSelectedIds('один документ') });

/** Documents to apply as transfers of their payments. */
export const documentsToApply = selectedDocuments
  .extend({
    payments: uniqueSelectedIds('одну выплату')
      .optional()
      .describe(
        'Payments of one document. Each takes its missing amount, in this order; the last one takes the rest. A return takes what the bank has transferred.',
      ),
  })
  .refine(({ documents, payments }) => payments === undefined || documents.length === 1, {
    path: ['payments'],
    message: 'Выплаты выбирают для одного документа.',
  });
export type BankApplication = z.output<typeof documentsToApply>;

/** Result of applying documents. A refused document does not affect the others. */
export const bankOutcome = z.object({
  applied: z.int(),
  refused: z.array(z.object({ id: z.uuid(), detail: z.string() })),
});
export type BankOutcome = z.infer<typeof bankOutcome>;

export const bankStatementQuery = listQuery({}, ['created_at'], '-created_at');
export type BankStatementQuery = z.output<typeof bankStatementQuery>;
export const bankDocumentQuery = listQuery(
  { match: commaList(oneOf(BANK_MATCHES)), state: commaList(oneOf(BANK_DOCUMENT_STATES)) },
  ['day'],
  'day',
);
export type BankDocumentQuery = z.output<typeof bankDocumentQuery>;

const BASE = '/api/referral/bank-statements/';
const access = ['organization'] as const;

export const bankStatementRoutes = {
  bankStatements: {
    method: 'GET',
    path: BASE,
    name: 'Bank statements',
    access,
    query: bankStatementQuery,
    response: page(bankStatement),
  },
  createBankStatement: {
    method: 'POST',
    path: BASE,
    name: 'Upload of a bank statement',
    access,
    cost: 'bulk',
    bodyBytes: STATEMENT_BYTES,
    body: newBankStatement,
    idempotency: 'once',
    status: 201,
    response: bankStatement,
  },
  bankStatement: {
    method: 'GET',
    path: `${BASE}{id}/`,
    name: 'Bank statement',
    access,
    params: byId,
    response: bankStatement,
  },
  bankDocuments: {
    method: 'GET',
    path: `${BASE}{id}/documents/`,
    name: 'Documents of a bank statement that look like payments',
    access,
    params: byId,
    query: bankDocumentQuery,
    response: page(bankDocument),
  },
  applyBankDocuments: {
    method: 'POST',
    path: `${BASE}{id}/apply/`,
    name: 'Payments marked paid by documents of the bank',
    access,
    cost: 'bulk',
    params: byId,
    body: documentsToApply,
    response: bankOutcome,
  },
  dismissBankDocuments: {
    method: 'POST',
    path: `${BASE}{id}/dismiss/`,
    name: 'Documents of the bank that are no payments',
    access,
    cost: 'bulk',
    params: byId,
    body: selectedDocuments,
    response: bankStatement,
  },
  restoreBankDocuments: {
    method: 'POST',
    path: `${BASE}{id}/restore/`,
    name: 'Documents of the bank that may be payments after all',
    access,
    cost: 'bulk',
    params: byId,
    body: selectedDocuments,
    response: bankStatement,
  },
} as const satisfies Record<string, RouteContract>;
