import type {
  PartnerKind,
  PaymentExportQuery,
  PaymentFilters,
  PaymentQuery,
  PaymentStatus,
} from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Counted, countUpToLimit } from '../../database/figures/counts.ts';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { inDateRange, joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import { inOrder, readPage } from '../../platform/db/lists/page.ts';
import { byCard, type Viewer } from '../../platform/http/viewer.ts';
import { isWithoutAct } from '../acts/act-sources.ts';
import { createNumberSearch } from '../number-search.ts';
import { settledDebtKop, transferredKop } from '../transfers/transfers.repo.ts';
import { statusOn } from './counted-payments.ts';

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof paymentRows>['executeTakeFirstOrThrow']>>;

const KEYS = {
  created_at: { column: sql`pay.created_at`, kind: 'time' },
  updated_at: { column: sql`pay.updated_at`, kind: 'time' },
  number: { column: sql`pay.number`, kind: 'number' },
  amount_kop: { column: sql`pay.amount_kop`, kind: 'number' },
} as const;

/** Payments that the viewer may see. */
const visible = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('payments as pay')
    .innerJoin('organizations as o', 'o.id', 'pay.organization_id')
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'pay.organization_id').onRef('card.id', '=', 'pay.partner_id'),
    )
    .where(visibleTo(viewer));

/** Query of payments `pay` with organizations `o` and partners `card`, with the columns of the view. */
export const paymentRows = (db: Db, viewer: Viewer) =>
  visible(db, viewer)
    .selectAll('pay')
    .select([
      'o.name as organization_name',
      'o.time_zone',
      'card.name as partner_name',
      sql<PartnerKind | null>`case when pay.approved_at is null then card.kind else pay.payee_kind end`.as(
        'partner_kind',
      ),
      sql<string | null>`case when pay.approved_at is null then card.inn else pay.payee_inn end`.as(
        'partner_inn',
      ),
      sql<string | null>`pay.paid_on::text`.as('paid_day'),
      sql<string | null>`pay.returned_on::text`.as('returned_day'),
      transferredKop('pay').as('transferred_kop'),
      settledDebtKop('pay').as('settled_kop'),
      sql<number>`(
        select count(*)::int from accruals a
        where a.organization_id = pay.organization_id and a.payment_id = pay.id)`.as('accruals'),
    ]);

/** Status of a payment `pay` at the end of the filtered days, so that a later return does not change the sums of a period. */
function statusIn({ paid_to, returned_to }: PaymentFilters): RawBuilder<PaymentStatus> {
  const [last] = [paid_to, returned_to]
    .filter((day) => day !== undefined)
    .toSorted()
    .toReversed();
  return last === undefined ? sql.ref('pay.status') : statusOn('pay', last);
}

/** Predicate of all filters except the search, over payments `pay` and organizations `o`. Date ranges include both ends. */
function filtered(filters: PaymentFilters): RawBuilder<SqlBool> {
  const {
    status,
    partner,
    created_from,
    created_to,
    paid_from,
    paid_to,
    marked_from,
    marked_to,
    returned_from,
    returned_to,
    without_act,
  } = filters;
  return joinConditions([
    ...whereIn(statusIn(filters), status),
    ...whereIn(sql`pay.partner_id`, partner),
    ...inDateRange(sql`pay.created_at`, created_from, created_to),
    ...(paid_from ? [sql<SqlBool>`pay.paid_on >= ${paid_from}::date`] : []),
    ...(paid_to ? [sql<SqlBool>`pay.paid_on <= ${paid_to}::date`] : []),
    ...inDateRange(sql`pay.paid_at`, marked_from, marked_to),
    ...(returned_from ? [sql<SqlBool>`pay.returned_on >= ${returned_from}::date`] : []),
    ...(returned_to ? [sql<SqlBool>`pay.returned_on <= ${returned_to}::date`] : []),
    ...(without_act ? [isWithoutAct('pay')] : []),
  ]);
}

const conditions = (filters: PaymentFilters, viewer: Viewer) =>
  joinConditions([filtered(filters), ...(filters.search ? [matchesSearch(filters.search, viewer)] : [])]);

const { matchesSearch, disjointSearch } = createNumberSearch({
  table: 'payments',
  alias: 'pay',
  letter: 'в',
  hasLeads: false,
});

/** Reads of payments. */
export const paymentsRepo = (db: Db) => ({
  page: (viewer: Viewer, query: PaymentQuery) =>
    readPage(
      byCard(viewer).map((one) => paymentRows(db, one).where(conditions(query, one))),
      KEYS,
      sql`pay.id`,
      query,
    ),

  /** Query of all matching payments, for reading in batches. */
  all: (viewer: Viewer, query: PaymentExportQuery) =>
    inOrder(paymentRows(db, viewer).where(conditions(query, viewer)), KEYS, sql`pay.id`, query.ordering),

  findMany: (viewer: Viewer, ids: readonly string[]): Promise<PaymentRow[]> =>
    paymentRows(db, viewer).where(sql<SqlBool>`pay.id = any(${ids}::uuid[])`).execute(),

  find: (viewer: Viewer, id: string): Promise<PaymentRow | undefined> =>
    paymentRows(db, viewer).where('pay.id', '=', id).executeTakeFirst(),

  /** Returns the payments with a number: at most one in each organization that the viewer can see. */
  byNumber: (viewer: Viewer, number: number, limit: number) =>
    visible(db, viewer)
      .where('pay.number', '=', number)
      .select(['pay.id', 'pay.number', 'pay.amount_kop', 'pay.status', 'card.name as partner'])
      .orderBy('pay.id')
      .limit(limit)
      .execute(),

  async counts(viewer: Viewer, filters: PaymentFilters): Promise<Counted<PaymentStatus>> {
    if (viewer.role === 'organization' && Object.values(filters).every((filter) => !filter)) {
      const totals = db
        .selectFrom('payment_totals')
        .select(['status', sql<number>`payments::int`.as('count'), 'amount_kop as sum_kop'])
        .where('organization_id', '=', viewer.organizationId);
      return { isComplete: true, rows: await totals.execute() };
    }
    const matching = visible(db, viewer)
      .where(filtered(filters))
      .select([statusIn(filters).as('status'), 'pay.amount_kop as kop']);
    const { search } = filters;
    return countUpToLimit(
      db,
      search ? disjointSearch(search, viewer).map((condition) => matching.where(condition)) : [matching],
    );
  },
});
