import type {
  AccrualExportQuery,
  AccrualFilters,
  AccrualQuery,
  AccrualStatus,
} from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Counted, countUpToLimit } from '../../database/figures/counts.ts';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { inDateRange, joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import { inOrder, readPage } from '../../platform/db/lists/page.ts';
import { byCard, type Viewer } from '../../platform/http/viewer.ts';
import { createNumberSearch } from '../number-search.ts';
import { accrualStatus, hasMatured, isInStatus } from './accrual-status.ts';

export type AccrualRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const KEYS = {
  created_at: { column: sql`a.created_at`, kind: 'time' },
  number: { column: sql`a.number`, kind: 'number' },
  amount_kop: { column: sql`a.amount_kop`, kind: 'number' },
} as const;

/** Accruals that the viewer may see. */
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
    .leftJoin('sales as sale', (join) =>
      join.onRef('sale.organization_id', '=', 'a.organization_id').onRef('sale.id', '=', 'a.sale_id'),
    )
    .leftJoin('clients as buyer', (join) =>
      join
        .onRef('buyer.organization_id', '=', 'sale.organization_id')
        .onRef('buyer.id', '=', 'sale.client_id'),
    )
    .leftJoin('claims as c', (join) =>
      join.onRef('c.organization_id', '=', 'a.organization_id').onRef('c.id', '=', 'a.claim_id'),
    )
    .selectAll('a')
    .select([
      'r.number as reward_number',
      'c.manual_cap_kop',
      accrualStatus(now).as('status_now'),
      'o.name as organization_name',
      'o.time_zone',
      'card.name as partner_name',
      'card.kind as partner_kind',
      'card.inn as partner_inn',
      'p.name as program_name',
      'l.number as lead_number',
      'l.name as lead_name',
      'sale.number as sale_number',
      'buyer.name as client_name',
      'buyer.id as client_id',
      'pay.number as payment_number',
    ]);

const organizationsOf = (viewer: Viewer) =>
  viewer.role === 'organization'
    ? [viewer.organizationId]
    : viewer.cards.map(({ organizationId }) => organizationId);

/** Predicate: accruals `a` belong to the claims of these sales. The first sale of a lead has the claim of the lead, a later sale its own. */
const claimsOfSales = (viewer: Viewer, column: RawBuilder<unknown>, ids: readonly string[] | undefined) =>
  ids === undefined
    ? []
    : [
        // An array is read by the index of claims; a join would be planned for many claims.
        sql<SqlBool>`a.claim_id = any(array(
          select unnest(array[sale.lead_id, sale.id]) from sales sale
          where sale.organization_id = any(${organizationsOf(viewer)}::uuid[]) and ${joinConditions(whereIn(column, ids))}))`,
      ];

/** Predicate of all filters except the search, over accruals `a` and organizations `o`. Date ranges include both ends. */
function filtered(filters: AccrualFilters, viewer: Viewer, now: Date): RawBuilder<SqlBool> {
  const { status, created_from, created_to } = filters;
  return joinConditions([
    ...(status ? [isInStatus(status, now)] : []),
    ...whereIn(sql`a.kind`, filters.kind),
    ...whereIn(sql`a.partner_id`, filters.partner),
    ...whereIn(sql`a.program_id`, filters.program),
    ...whereIn(sql`a.claim_id`, filters.lead),
    ...claimsOfSales(viewer, sql`sale.id`, filters.sale),
    ...claimsOfSales(viewer, sql`sale.client_id`, filters.client),
    ...whereIn(sql`a.payment_id`, filters.payment),
    ...inDateRange(sql`a.created_at`, created_from, created_to),
  ]);
}

const conditions = (filters: AccrualFilters, viewer: Viewer, now: Date) =>
  joinConditions([
    filtered(filters, viewer, now),
    ...(filters.search ? [matchesSearch(filters.search, viewer)] : []),
  ]);

const { matchesSearch, disjointSearch, isNumber } = createNumberSearch({
  table: 'accruals',
  alias: 'a',
  letter: 'н',
  hasLeads: true,
});

/** Reads of accruals. `now` determines which holds have ended. */
export const accrualsRepo = (db: Db, now: Date) => ({
  page(viewer: Viewer, query: AccrualQuery) {
    const { search = '' } = query;
    // No index gives the order of a search by number, or of a partner's accruals sorted by anything except time.
    const isSorted = viewer.role === 'partner' ? !query.ordering.endsWith('created_at') : isNumber(search);
    return readPage(
      byCard(viewer).map((one) => rows(db, one, now).where(conditions(query, one, now))),
      KEYS,
      sql`a.id`,
      query,
      isSorted ? visible(db, viewer).where(conditions(query, viewer, now)) : undefined,
    );
  },

  /** Query of all matching accruals, for reading in batches. */
  all: (viewer: Viewer, query: AccrualExportQuery) =>
    inOrder(rows(db, viewer, now).where(conditions(query, viewer, now)), KEYS, sql`a.id`, query.ordering),

  findMany: (viewer: Viewer, ids: readonly string[]): Promise<AccrualRow[]> =>
    rows(db, viewer, now).where(sql<SqlBool>`a.id = any(${ids}::uuid[])`).execute(),

  find: (viewer: Viewer, id: string): Promise<AccrualRow | undefined> =>
    rows(db, viewer, now).where('a.id', '=', id).executeTakeFirst(),

  /** Returns the nearest day on which a hold ends and the sum released on it, in kopecks; undefined without holds. */
  nextRelease(viewer: Viewer, filters: AccrualFilters) {
    const holds = visible(db, viewer)
      .where(conditions(filters, viewer, now))
      .where(isInStatus(['hold'], now));
    const first = holds.select('a.hold_until').orderBy('a.hold_until').limit(1);
    return (
      holds
        // Two days cover that day in every time zone. Later holds are not read.
        .where(sql<SqlBool>`a.hold_until < (${first}) + interval '2 days'`)
        .select([
          sql<string>`(a.hold_until at time zone o.time_zone)::date::text`.as('date'),
          sql<number>`sum(a.amount_kop)::bigint`.as('amount_kop'),
        ])
        .groupBy(sql`1`)
        .orderBy(sql`1`)
        .limit(1)
        .executeTakeFirst()
    );
  },

  counts(viewer: Viewer, filters: AccrualFilters): Promise<Counted<AccrualStatus>> {
    const { status, lead, sale, client, payment, search } = filters;
    if ([status, lead, sale, client, payment, search].every((filter) => !filter))
      return storedCounts(db, viewer, filters, now);
    const matching = visible(db, viewer)
      .where(filtered(filters, viewer, now))
      .select([accrualStatus(now).as('status'), 'a.amount_kop as kop']);
    return countUpToLimit(
      db,
      search ? disjointSearch(search, viewer).map((condition) => matching.where(condition)) : [matching],
    );
  },
});

/** Counts from the stored figures of the organization or its partners. Ended holds move from `hold` to `available`. */
async function storedCounts(
  db: Db,
  viewer: Viewer,
  filters: AccrualFilters,
  now: Date,
): Promise<Counted<AccrualStatus>> {
  const { created_from: from, created_to: to } = filters;
  const ofAll = viewer.role === 'organization' && filters.partner === undefined;
  const condition = joinConditions([
    visibleTo(viewer, 'd', null),
    ...whereIn(sql`d.kind`, filters.kind),
    ...whereIn(sql`d.program_id`, filters.program),
    ...whereIn(sql`d.partner_id`, filters.partner),
    ...(ofAll && !from && !to ? [sql`d.day is null`] : []),
    ...(from ? [sql`d.day >= ${from}::date`] : []),
    ...(to ? [sql`d.day <= ${to}::date`] : []),
  ]);
  const endedHolds = visible(db, viewer)
    .where(conditions(filters, viewer, now))
    .where(hasMatured(now));
  const { rows: counted } = await sql<Counted<AccrualStatus>['rows'][number]>`
    select f.status, sum(f.n)::int as count, sum(f.kop)::bigint as sum_kop from (
      select d.status, d.accruals as n, d.amount_kop as kop
      from ${sql.table(ofAll ? 'organization_accrual_days' : 'accrual_days')} d where ${condition}
      union all
      select at.status, at.sign * count(*), at.sign * sum(a.amount_kop)
      from (${endedHolds.select('a.amount_kop')}) a cross join (values ('hold', -1), ('available', 1)) as at (status, sign)
      group by at.status, at.sign
    ) f group by f.status`.execute(db);
  return { isComplete: true, rows: counted };
}
