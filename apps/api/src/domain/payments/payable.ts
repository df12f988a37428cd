import type { Blocker, PayoutTotals } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { hasMatured } from '../accrual-status.ts';
import { isDefaultRail } from '../payout-method.ts';
import { taxStanding } from '../self-employed/standing.ts';
import { visibleTo } from '../visibility.ts';
import { readinessOf } from './blockers.ts';

export type Payable = Awaited<ReturnType<ReturnType<typeof payableCards>['execute']>>[number];

const AVAILABLE_KOP = sql<number>`coalesce(b.available_kop, 0) + coalesce(matured.amount_kop, 0)`;

/** Every card a viewer may be told the money of, with what it has in each state now and what a payment to it goes by. */
export const payableCards = (db: Db, viewer: Viewer, now: Date) =>
  db
    .selectFrom('partners as card')
    .innerJoin('organizations as o', 'o.id', 'card.organization_id')
    .leftJoin('partner_balances as b', (join) =>
      join.onRef('b.organization_id', '=', 'card.organization_id').onRef('b.partner_id', '=', 'card.id'),
    )
    .leftJoin(
      // What the balance still calls a hold.
      (inner) =>
        inner
          .selectFrom('accruals as a')
          .select([
            'a.organization_id',
            'a.partner_id',
            sql<number>`sum(a.amount_kop)::bigint`.as('amount_kop'),
          ])
          .where(hasMatured(now))
          .groupBy(['a.organization_id', 'a.partner_id'])
          .as('matured'),
      (join) =>
        join
          .onRef('matured.organization_id', '=', 'card.organization_id')
          .onRef('matured.partner_id', '=', 'card.id'),
    )
    .leftJoin('payout_methods as m', (join) =>
      join
        .onRef('m.organization_id', '=', 'card.organization_id')
        .onRef('m.partner_id', '=', 'card.id')
        .on(isDefaultRail('m')),
    )
    .where(visibleTo(viewer))
    .select([
      'card.id as partner_id',
      'card.name as partner_name',
      'card.status',
      'o.id as organization_id',
      'o.name as organization_name',
      'm.default_since',
      'm.is_proven',
      'o.time_zone',
      taxStanding(now).as('tax'),
      sql<number>`coalesce(card.min_payout_kop, o.default_min_payout_kop)`.as('minimum_kop'),
      sql<number>`coalesce(b.hold_kop, 0) - coalesce(matured.amount_kop, 0)`.as('hold_kop'),
      sql<number>`coalesce(b.review_kop, 0)`.as('review_kop'),
      AVAILABLE_KOP.as('available_kop'),
      sql<number>`coalesce(b.reserved_kop, 0)`.as('reserved_kop'),
      sql<number>`coalesce(b.paid_kop, 0)`.as('paid_kop'),
      sql<number>`coalesce(b.hold_kop + b.review_kop + b.available_kop + b.reserved_kop + b.paid_kop, 0)`.as(
        'earned_kop',
      ),
    ])
    .orderBy('card.created_at')
    .orderBy('card.id');

type SplitDue = Pick<PayoutTotals, 'ready' | 'blocked' | 'held_up'>;

/** Sums available to the partners of an organization: those that can be paid now, and those that cannot, by their first reason. */
export async function splitDue(db: Db, staff: Staff, now: Date): Promise<SplitDue> {
  const rows = await payableCards(db, staff, now).where(AVAILABLE_KOP, '>', 0).execute();
  const due = rows.map((card) => ({ ...card, ...readinessOf(card, now) }));
  const totalOf = (cards: readonly { available_kop: number }[]) => ({
    count: cards.length,
    sum_kop: cards.reduce((sum, { available_kop }) => sum + available_kop, 0),
  });
  const blocked = due.filter(({ blockers }) => blockers.length > 0);
  const first = ({ blockers }: { blockers: readonly Blocker[] }) => blockers[0]?.code ?? 'no_method';
  return {
    ready: totalOf(due.filter(({ blockers }) => blockers.length === 0)),
    blocked: {
      ...totalOf(blocked),
      reasons: [...Map.groupBy(blocked, first)].map(([code, cards]) => ({ code, ...totalOf(cards) })),
    },
    /** Partners who have reached the minimum and cannot be paid for another reason. */
    held_up: blocked.filter(({ missing_kop }) => missing_kop === 0).length,
  };
}

type Total = { count: number; sum_kop: number };

const total = (
  kop: 'hold_kop' | 'review_kop' | 'available_kop' | 'reserved_kop' | 'paid_kop',
  counts: '<>' | '<',
) => {
  const counted = sql<SqlBool>`${sql.ref(`card.${kop}`)} ${sql.raw(counts)} 0`;
  return sql<Total>`json_build_object('count', count(*) filter (where ${counted}),
    'sum_kop', coalesce(sum(${sql.ref(`card.${kop}`)}) filter (where ${counted}), 0))`;
};

/** Everything earned by the partners of an organization, each kopeck under one word: the parts add up to the whole. */
export async function payoutTotals(db: Db, staff: Staff, now: Date): Promise<PayoutTotals> {
  const sums = await db
    .selectFrom(payableCards(db, staff, now).clearOrderBy().as('card'))
    .select([
      total('available_kop', '<').as('debts'),
      total('hold_kop', '<>').as('hold'),
      total('review_kop', '<>').as('review'),
      total('reserved_kop', '<>').as('under_way'),
      total('paid_kop', '<>').as('paid'),
    ])
    .executeTakeFirstOrThrow();
  return { ...sums, ...(await splitDue(db, staff, now)) };
}
