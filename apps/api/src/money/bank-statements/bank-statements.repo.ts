import type { BankDocumentQuery, BankStatement, BankStatementQuery } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import { readPage } from '../../platform/db/lists/page.ts';
import { noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';

const KEYS = { created_at: { column: sql`s.created_at`, kind: 'time' } } as const;
const DOCUMENT_KEYS = { day: { column: sql`d.day::text`, kind: 'text' } } as const;

const total = (predicate: ReturnType<typeof sql>) => sql<{ count: number; amount_kop: number }>`(
  select json_build_object('count', count(*), 'amount_kop', coalesce(sum(d.amount_kop), 0)) from bank_documents d
  where d.organization_id = s.organization_id and d.statement_id = s.id and ${predicate})`;

const rows = (db: Db, { organizationId }: Staff) =>
  db
    .selectFrom('bank_statements as s')
    .where('s.organization_id', '=', organizationId)
    .select([
      's.id',
      's.name',
      's.created_at',
      's.accounts',
      's.is_own',
      's.documents',
      's.repeated',
      's.unreadable',
    ])
    .select([
      's.foreign_documents as foreign',
      sql<string | null>`s.day_from::text`.as('from'),
      sql<string | null>`s.day_to::text`.as('to'),
      total(sql`d.state = 'proposed' and d.match = 'exact'`).as('exact'),
      total(sql`d.state = 'proposed' and d.match = 'doubtful'`).as('doubtful'),
      total(sql`d.state = 'applied'`).as('applied'),
      total(sql`d.state = 'dismissed'`).as('dismissed'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const view = (row: Row): BankStatement => ({ ...row, created_at: row.created_at.toISOString() });

/** Reads of bank statements. */
export const bankStatementsRepo = (db: Db) => ({
  async find(staff: Staff, id: string) {
    const row = await rows(db, staff).where('s.id', '=', id).executeTakeFirst();
    if (row === undefined) throw noSuchObject();
    return view(row);
  },

  async page(staff: Staff, query: BankStatementQuery) {
    const page = await readPage(rows(db, staff), KEYS, sql`s.id`, query);
    return { ...page, results: page.results.map(view) };
  },

  documents: (staff: Staff, id: string, { match, state, ...query }: BankDocumentQuery) =>
    readPage(
      db
        .selectFrom('bank_documents as d')
        .where('d.organization_id', '=', staff.organizationId)
        .where('d.statement_id', '=', id)
        .where(joinConditions([...whereIn(sql`d.match`, match), ...whereIn(sql`d.state`, state)]))
        .select([
          'd.id',
          'd.is_return',
          'd.number',
          'd.amount_kop',
          'd.payee',
          'd.payee_account',
          'd.payee_inn',
          'd.purpose',
        ])
        .select(['d.match', 'd.state', 'd.reasons', 'd.payment_id', sql<string>`d.day::text`.as('day')]),
      DOCUMENT_KEYS,
      sql`d.id`,
      query,
    ),
});
