import { z } from 'zod';
import { exportQuery, exportRoute } from '../base/exports.ts';
import { commaList, filterQuery, idList, listQuery, page, search } from '../base/pagination.ts';
import { byId, type RouteContract } from '../base/route.ts';
import { reference } from '../values/references.ts';
import { day, oneOf } from '../values/values.ts';

/** Kinds of objects in the journal. */
export const JOURNAL_KINDS = [
  'lead',
  'client',
  'waiting_sale',
  'partner',
  'enrollment',
  'link',
  'program',
  'accrual',
  'payment',
  'registry',
  'bank_statement',
  'act',
  'payout_method',
  'organization',
  'employee',
  'invitation',
  'message',
  'api_key',
  'import',
  'outside_event',
] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];
export const JOURNAL_KIND_LABELS = {
  lead: 'Лид',
  client: 'Клиент',
  waiting_sale: 'Несопоставленная продажа',
  partner: 'Партнер',
  enrollment: 'Участие в программе',
  link: 'Ссылка',
  program: 'Программа',
  accrual: 'Начисление',
  payment: 'Выплата',
  registry: 'Реестр выплат',
  bank_statement: 'Выписка банка',
  act: 'Акт',
  payout_method: 'Реквизиты партнера',
  organization: 'Организация',
  employee: 'Сотрудник',
  invitation: 'Приглашение',
  message: 'Сообщение',
  api_key: 'Ключ API',
  import: 'Загрузка из файла',
  outside_event: 'Входящее событие',
} as const satisfies Record<JournalKind, string>;

/** A journal entry: the user, the object, and the values before and after. */
export const journalEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  actor: reference.nullable().describe('A user or an API key. Null for an action without a signed-in user.'),
  kind: z.enum(JOURNAL_KINDS),
  object: reference.describe('The name is empty when the object is deleted.'),
  action: z.string().describe('program.activate'),
  title: z.string().describe('Name of the action in Russian: Программа включена.'),
  changes: z.array(
    z.object({
      field: z.string().describe('Name of the field in Russian.'),
      before: z.string().nullable().describe('Null when the value is unknown or was empty.'),
      after: z.string().nullable(),
    }),
  ),
  reason: z.string(),
  request_id: z.string().describe('Id of the request; empty when unknown.'),
});
export type JournalEntry = z.infer<typeof journalEntry>;

const filters = {
  actor: idList,
  kind: commaList(oneOf(JOURNAL_KINDS)),
  object: idList,
  at_from: day.optional(),
  at_to: day.optional(),
  search,
};
const orderings = ['at'] as const;

export const journalQuery = listQuery(filters, orderings, '-at');
export type JournalQuery = z.output<typeof journalQuery>;
export const journalExportQuery = exportQuery(filters, orderings, '-at');
export type JournalExportQuery = z.output<typeof journalExportQuery>;
export const journalCountsQuery = filterQuery(filters);
export type JournalFilters = z.output<typeof journalCountsQuery>;

const BASE = '/api/referral/journal/';
const access = ['organization'] as const;

/** Calls for the journal of the organization. */
export const journalRoutes = {
  journal: {
    method: 'GET',
    path: BASE,
    name: 'Journal',
    access,
    query: journalQuery,
    response: page(journalEntry),
  },
  journalCounts: {
    method: 'GET',
    path: `${BASE}counts/`,
    name: 'Number of entries of the journal',
    access,
    query: journalCountsQuery,
    response: z.object({ all: z.int() }),
  },
  exportJournal: exportRoute(`${BASE}export/`, 'Journal as a file', access, journalExportQuery),
  journalEntry: {
    method: 'GET',
    path: `${BASE}{id}/`,
    name: 'Entry of the journal',
    access,
    params: byId,
    response: journalEntry,
  },
} as const satisfies Record<string, RouteContract>;
