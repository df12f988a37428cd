import type { ReceiptFilters, ReceiptQuery, ReceiptStatus } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { inDateRange, joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import { inOrder, readPage } from '../../platform/db/lists/page.ts';
import { contains } from '../../platform/db/lists/search.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { earnedKop } from '../transfers/transfers.repo.ts';
import { isLate, isOwed } from './owed-receipts.ts';

export type ReceiptRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const KEYS = {
  due_on: { column: sql`r.due_on::text`, kind: 'text' },
  amount_kop: { column: earnedKop('y'), kind: 'number' },
} as const;

/** Receipts that the viewer may see. */
const visible = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('receipts as r')
    .innerJoin('payments as y', (join) =>
      join.onRef('y.organization_id', '=', 'r.organization_id').onRef('y.id', '=', 'r.payment_id'),
    )
    .innerJoin('organizations as o', 'o.id', 'r.organization_id')
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'r.organization_id').onRef('card.id', '=', 'r.partner_id'),
    )
    .where(visibleTo(viewer));

const rows = (db: Db, viewer: Viewer, now: Date) =>
  visible(db, viewer)
    .select(['r.organization_id', 'r.payment_id', 'r.partner_id', 'r.status', 'r.number', 'r.link_inn'])
    .select(['r.problem', 'r.given_at', 'r.checked_at', 'y.number as payment_number'])
    .select(earnedKop('y').as('amount_kop'))
    .select(['card.name as partner_name', 'card.inn', 'o.name as organization_name', 'o.time_zone'])
    .select([
      sql<string>`r.due_on::text`.as('due_day'),
      sql<string | null>`y.paid_on::text`.as('paid_day'),
      sql<string | null>`r.reminded_on::text`.as('reminded_day'),
      isLate(now).as('is_late'),
    ]);

function conditions(filters: ReceiptFilters, now: Date) {
  const { status, late, partner, payment, paid_from, paid_to, given_from, given_to, search } = filters;
  return joinConditions([
    ...whereIn(sql`r.status`, status),
    ...whereIn(sql`r.partner_id`, partner),
    ...whereIn(sql`r.payment_id`, payment),
    ...(paid_from ? [sql<SqlBool>`y.paid_on >= ${paid_from}::date`] : []),
    ...(paid_to ? [sql<SqlBool>`y.paid_on <= ${paid_to}::date`] : []),
    ...inDateRange(sql`r.given_at`, given_from, given_to),
    ...(late ? [sql<SqlBool>`${isLate(now)} = ${late === 'true'}`] : []),
    ...(search
      ? [
          sql<SqlBool>`(${contains(sql`card.search_text`, search)} or ${contains(sql`'в-' || y.number`, search)})`,
        ]
      : []),
  ]);
}

/** Predicate: the partner of receipt `r` was reminded on `day`. */
const wasReminded = (day: string) => sql<boolean>`exists (
  select from receipts other where other.organization_id = r.organization_id
    and other.partner_id = r.partner_id and other.reminded_on = ${day}::date)`;

/** Reads and writes of receipts. `now` determines which receipts are late. */
export const receiptsRepo = (db: Db, now: Date) => ({
  page: (viewer: Viewer, query: ReceiptQuery) =>
    readPage(rows(db, viewer, now).where(conditions(query, now)), KEYS, sql`r.payment_id`, query),

  /** Query of all matching receipts, for reading in batches. */
  all: (viewer: Viewer, query: ReceiptFilters & Pick<ReceiptQuery, 'ordering'>) =>
    inOrder(rows(db, viewer, now).where(conditions(query, now)), KEYS, sql`r.payment_id`, query.ordering),

  find: (viewer: Viewer, paymentId: string): Promise<ReceiptRow | undefined> =>
    rows(db, viewer, now).where('r.payment_id', '=', paymentId).executeTakeFirst(),

  counts: (viewer: Viewer, filters: ReceiptFilters) =>
    visible(db, viewer)
      .where(conditions(filters, now))
      .select(['r.status', sql<number>`count(*)::int`.as('count')])
      .groupBy('r.status')
      .execute(),

  /** Returns the partners with missing receipts by name, and whether a reminder on `day` reaches them. */
  owing: (organizationId: string, day: string) =>
    db
      .selectFrom('receipts as r')
      .innerJoin('partners as card', (join) =>
        join.onRef('card.organization_id', '=', 'r.organization_id').onRef('card.id', '=', 'r.partner_id'),
      )
      .where('r.organization_id', '=', organizationId)
      .where(isOwed)
      .select(['card.id', 'card.name', sql<boolean>`card.user_id is not null`.as('can_sign_in')])
      .select(wasReminded(day).as('was_reminded'))
      .distinct()
      .orderBy('card.name')
      .orderBy('card.id')
      .execute(),

  /** Marks missing receipts as reminded on `day` and returns them by partner. A partner is reminded at most once a day. */
  async remind(organizationId: string, day: string) {
    const { rows: reminders } = await sql<{ partner_id: string; number: number; due_on: string }>`
      with owed as (
        update receipts r set reminded_on = ${day}::date
        from partners p, payments y
        where r.organization_id = ${organizationId} and ${isOwed}
          and r.reminded_on is distinct from ${day}::date
          and p.organization_id = r.organization_id and p.id = r.partner_id and p.user_id is not null
          and y.organization_id = r.organization_id and y.id = r.payment_id
          and not ${wasReminded(day)}
        returning r.partner_id, y.number, r.due_on::text as due_on)
      select * from owed order by partner_id, due_on, number`.execute(db);
    return [...Map.groupBy(reminders, ({ partner_id }) => partner_id)];
  },

  async give(
    { organization_id, payment_id }: Pick<ReceiptRow, 'organization_id' | 'payment_id'>,
    change: {
      status: ReceiptStatus;
      number: string;
      link_inn: string;
      problem: string;
      check_at: Date | null;
    },
  ) {
    await db
      .updateTable('receipts')
      .set({ ...change, given_at: now, checks: 0, checked_at: null, lease: null, leased_until: null })
      .where('organization_id', '=', organization_id)
      .where('payment_id', '=', payment_id)
      .execute();
  },
});
