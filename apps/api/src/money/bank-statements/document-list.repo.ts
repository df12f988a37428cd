import type {
  BankDocumentExportQuery,
  BankDocumentFilters,
  BankDocumentListQuery,
} from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { inDateRange, joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import { inOrder, readPage } from '../../platform/db/lists/page.ts';
import { contains } from '../../platform/db/lists/search.ts';
import type { Staff } from '../../platform/http/viewer.ts';

export type ListedRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const KEYS = {
  day: { column: sql`d.day::text`, kind: 'text' },
  amount_kop: { column: sql`d.amount_kop`, kind: 'number' },
} as const;

type Found = { id: string; number: number; partner_id: string };

/** SQL: the payments of document `d`: those that its transfer is matched with, or the one that it may belong to. */
const paymentsOf = sql`
  (select payment.id, payment.number, payment.partner_id
  from transfers transfer
  join transfer_matches matched on matched.organization_id = transfer.organization_id and matched.transfer_id = transfer.id
  left join transfer_matches mark on mark.organization_id = matched.organization_id and mark.transfer_id = matched.confirmed_id
  join payments payment on payment.organization_id = matched.organization_id
    and payment.id = coalesce(matched.payment_id, mark.payment_id)
  where transfer.organization_id = d.organization_id and transfer.bank_document_id = d.id
  union
  select payment.id, payment.number, payment.partner_id
  from payments payment
  where payment.organization_id = d.organization_id and payment.id = d.payment_id and d.state <> 'applied')`;

const documents = (db: Db, { organizationId }: Staff) =>
  db
    .selectFrom('bank_documents as d')
    .innerJoin('organizations as o', 'o.id', 'd.organization_id')
    .where('d.organization_id', '=', organizationId);

const rows = (db: Db, staff: Staff) =>
  documents(db, staff)
    .innerJoin('bank_statements as s', (join) =>
      join.onRef('s.organization_id', '=', 'd.organization_id').onRef('s.id', '=', 'd.statement_id'),
    )
    .leftJoin('users as author', 'author.id', 'd.decided_by')
    .select(['d.id', 'd.number', 'd.is_return', 'd.amount_kop', 'd.payee', 'd.payee_account', 'd.payee_inn'])
    .select(['d.purpose', 'd.match', 'd.state', 'd.reasons', 'd.decided_at', 'd.statement_id'])
    .select(['s.name as statement_name', 's.created_at as uploaded_at', 'o.time_zone'])
    .select(['author.last_name', 'author.first_name', 'author.father_name', 'author.phone'])
    .select([
      sql<string>`d.day::text`.as('day'),
      sql<Found[]>`(
        select coalesce(json_agg(json_build_object('id', found.id, 'number', found.number) order by found.number), '[]')
        from ${paymentsOf} found)`.as('payments'),
      sql<string[]>`coalesce((
        select transfer.notes from transfers transfer
        where transfer.organization_id = d.organization_id and transfer.bank_document_id = d.id), '{}')`.as(
        'notes',
      ),
    ]);

function conditions(filters: BankDocumentFilters) {
  const { status, statement, kind, day_from, day_to, decided_from, decided_to, search } = filters;
  return joinConditions([
    ...whereIn(sql`d.state`, status),
    ...whereIn(sql`d.statement_id`, statement),
    ...whereIn(sql`case when d.is_return then 'return' else 'debit' end`, kind),
    ...(day_from ? [sql<SqlBool>`d.day >= ${day_from}::date`] : []),
    ...(day_to ? [sql<SqlBool>`d.day <= ${day_to}::date`] : []),
    ...inDateRange(sql`d.decided_at`, decided_from, decided_to),
    ...(search ? [matchesSearch(search)] : []),
  ]);
}

const matchesSearch = (search: string) => sql<SqlBool>`(${contains(sql`d.number`, search)} or exists (
  select from ${paymentsOf} found
  join partners card on card.organization_id = d.organization_id and card.id = found.partner_id
  where ${contains(sql`card.search_text`, search)} or ${contains(sql`'в-' || found.number`, search)}))`;

/** Reads of the documents of all bank statements. */
export const documentListRepo = (db: Db) => ({
  page: (staff: Staff, query: BankDocumentListQuery) =>
    readPage(rows(db, staff).where(conditions(query)), KEYS, sql`d.id`, query),

  /** Query of all matching documents, for reading in batches. */
  all: (staff: Staff, query: BankDocumentExportQuery) =>
    inOrder(rows(db, staff).where(conditions(query)), KEYS, sql`d.id`, query.ordering),

  counts: (staff: Staff, filters: BankDocumentFilters) =>
    documents(db, staff)
      .where(conditions(filters))
      .select(['d.state', sql<number>`count(*)::int`.as('count')])
      .groupBy('d.state')
      .execute(),
});
