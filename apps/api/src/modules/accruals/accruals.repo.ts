import type { AccrualExportQuery, AccrualFilters, AccrualQuery } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { accrualStatus, isInStatus } from '../../domain/accrual-status.ts';
import { visibleTo } from '../../domain/visibility.ts';
import { allOf, inDateRange, whereIn } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/db.ts';
import { inOrder, readPage } from '../../platform/db/page.ts';
import { contains } from '../../platform/db/search.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

export type AccrualRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const KEYS = {
  created_at: { column: sql`a.created_at`, kind: 'time' },
  number: { column: sql`a.number`, kind: 'number' },
  amount_kop: { column: sql`a.amount_kop`, kind: 'number' },
} as const;

/** Accruals a viewer may see. */
const visible = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('accruals as a')
    .innerJoin('organizations as o', 'o.id', 'a.organization_id')
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'a.organization_id').onRef('card.id', '=', 'a.partner_id'),
    )
    .leftJoin('leads as l', (join) =>
      join.onRef('l.organization_id', '=', 'a.organization_id').onRef('l.id', '=', 'a.lead_id'),
    )
    .where(visibleTo(viewer));

const rows = (db: Db, viewer: Viewer, now: Date) =>
  visible(db, viewer)
    .leftJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.program_id'),
    )
    .leftJoin('payments as pay', (join) =>
      join.onRef('pay.organization_id', '=', 'a.organization_id').onRef('pay.id', '=', 'a.payment_id'),
    )
    .leftJoin('accruals as r', (join) =>
      join.onRef('r.organization_id', '=', 'a.organization_id').onRef('r.id', '=', 'a.reward_id'),
    )
    .leftJoin('claims as c', (join) =>
      join.onRef('c.organization_id', '=', 'a.organization_id').onRef('c.lead_id', '=', 'a.lead_id'),
    )
    .selectAll('a')
    .select([
      'r.number as reward_number',
      'c.hand_kop',
      accrualStatus(now).as('status_now'),
      'o.name as organization_name',
      'o.time_zone',
      'card.name as partner_name',
      'p.name as program_name',
      'l.number as lead_number',
      'l.name as lead_name',
      'pay.number as payment_number',
    ]);

/** Predicates of a filter over accruals `a` of an organization `o`. Both days are included. */
function conditions(filters: AccrualFilters, now: Date): RawBuilder<SqlBool> {
  const { status, created_from, created_to, search } = filters;
  return allOf([
    ...(status ? [isInStatus(status, now)] : []),
    ...whereIn(sql`a.kind`, filters.kind),
    ...whereIn(sql`a.partner_id`, filters.partner),
    ...whereIn(sql`a.program_id`, filters.program),
    ...whereIn(sql`a.lead_id`, filters.lead),
    ...whereIn(sql`a.payment_id`, filters.payment),
    ...inDateRange(sql`a.created_at`, created_from, created_to),
    ...(search ? [isNamed(search)] : []),
  ]);
}

const isNamed = (search: string) => sql<SqlBool>`(
  ${contains(sql`card.search_text`, search)} or ${contains(sql`'н-' || a.number`, search)}
  or ${contains(sql`'л-' || l.number`, search)})`;

/** The accruals table, as it is at a moment. */
export const accrualsRepo = (db: Db, now: Date) => ({
  page: (viewer: Viewer, query: AccrualQuery) =>
    readPage(rows(db, viewer, now).where(conditions(query, now)), KEYS, sql`a.id`, query),

  /** All that a filter finds, to be read in batches. */
  all: (viewer: Viewer, query: AccrualExportQuery) =>
    inOrder(rows(db, viewer, now).where(conditions(query, now)), KEYS, sql`a.id`, query.ordering),

  find: (viewer: Viewer, id: string): Promise<AccrualRow | undefined> =>
    rows(db, viewer, now).where('a.id', '=', id).executeTakeFirst(),

  /** Sum that leaves its hold on the nearest day on which anything does. */
  nextRelease: (viewer: Viewer, filters: AccrualFilters) =>
    visible(db, viewer)
      .where(conditions(filters, now))
      .where(isInStatus(['hold'], now))
      .select([
        sql<string>`(a.hold_until at time zone o.time_zone)::date::text`.as('date'),
        sql<number>`sum(a.amount_kop)::bigint`.as('amount_kop'),
      ])
      .groupBy(sql`1`)
      .orderBy(sql`1`)
      .limit(1)
      .executeTakeFirst(),

  counts: (viewer: Viewer, filters: AccrualFilters) =>
    visible(db, viewer)
      .where(conditions(filters, now))
      .select([
        accrualStatus(now).as('status'),
        sql<number>`count(*)::int`.as('count'),
        sql<number>`sum(a.amount_kop)::bigint`.as('sum_kop'),
      ])
      .groupBy(sql`1`)
      .execute(),
});
