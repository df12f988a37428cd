import type { Blocker, DueState, PayableQuery, PayoutTotals } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { hasMatured } from '../accruals/accrual-status.ts';
import { type BalancesSource, balancesAt, lastMomentOf } from '../balances/past-balances.ts';
import { findReleases, NO_RELEASES } from '../balances/releases.ts';
import { isDefaultRail } from '../payout-methods/payout-method.ts';
import { taxStanding } from '../tax-status/standing.ts';
import { computeReadiness } from './blockers.ts';

export type Payable = Awaited<ReturnType<ReturnType<typeof payableCards>['execute']>>[number];

const AVAILABLE_KOP = sql<number>`coalesce(b.available_kop, 0) + coalesce(matured.amount_kop, 0)`;

/** Partner cards visible to the viewer, joined with the balance, the ended holds that it still counts, and the default method. */
export const cardsWithMoney = (db: BalancesSource, viewer: Viewer, now: Date) =>
  db
    .selectFrom('partners as card')
    .innerJoin('organizations as o', 'o.id', 'card.organization_id')
    .leftJoin('partner_balances as b', (join) =>
      join.onRef('b.organization_id', '=', 'card.organization_id').onRef('b.partner_id', '=', 'card.id'),
    )
    .leftJoin(
      // Ended holds that the balance still counts as hold.
      (inner) =>
        inner
          .selectFrom('accruals as a')
          .select([
            'a.organization_id',
            'a.partner_id',
            sql<number>`sum(a.amount_kop)::bigint`.as('amount_kop'),
            sql<number>`count(*)::int`.as('accruals'),
          ])
          .where(viewer.role === 'organization' ? visibleTo(viewer, 'a') : sql<SqlBool>`true`)
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
    .where(visibleTo(viewer));

/** Columns that decide whether a card can be paid. */
export const readiness = (now: Date) =>
  [
    'card.id as partner_id',
    'card.status',
    'm.default_since',
    'm.is_proven',
    'o.time_zone',
    taxStanding(now).as('tax'),
    sql<number>`coalesce(card.min_payout_kop, o.default_min_payout_kop)`.as('minimum_kop'),
    AVAILABLE_KOP.as('available_kop'),
  ] as const;

/** Query of the partner cards visible to the viewer, with current sums by status and the data that decides whether they can be paid. */
export const payableCards = (db: BalancesSource, viewer: Viewer, now: Date) =>
  cardsWithMoney(db, viewer, now)
    .select(readiness(now))
    .select([
      'card.name as partner_name',
      'o.id as organization_id',
      'o.name as organization_name',
      sql<number>`coalesce(b.hold_kop, 0) - coalesce(matured.amount_kop, 0)`.as('hold_kop'),
      sql<number>`coalesce(b.review_kop, 0)`.as('review_kop'),
      sql<number>`coalesce(b.reserved_kop, 0)`.as('reserved_kop'),
      sql<number>`coalesce(b.paid_kop, 0)`.as('paid_kop'),
      sql<number>`coalesce(b.hold_kop + b.review_kop + b.available_kop + b.reserved_kop + b.paid_kop, 0)`.as(
        'earned_kop',
      ),
    ])
    .orderBy('card.created_at')
    .orderBy('card.id');

type Due = { available_kop: number; blockers: readonly Blocker[] };

/** Returns the group of a card in the totals. */
function getDueState({ available_kop, blockers }: Due): DueState {
  if (available_kop < 0) return 'debts';
  return blockers.length === 0 ? 'ready' : 'blocked';
}

/** Returns the first blocker of a card. The totals count a blocked card under it. */
const getFirstBlocker = ({ blockers }: Pick<Due, 'blockers'>) => blockers[0]?.code ?? 'no_method';

/** Returns the cards with an available sum or a debt, with their group and blockers. */
async function dueCards(db: Db, staff: Staff, now: Date) {
  const rows = await cardsWithMoney(db, staff, now)
    .where(AVAILABLE_KOP, '<>', 0)
    .select(readiness(now))
    .execute();
  return rows.map((row) => {
    const card = { ...row, ...computeReadiness(row, now) };
    return { ...card, state: getDueState(card) };
  });
}

const sumCards = (cards: readonly { available_kop: number }[]) => ({
  count: cards.length,
  sum_kop: cards.reduce((sum, { available_kop }) => sum + available_kop, 0),
});

type SplitDue = Pick<PayoutTotals, 'ready' | 'blocked' | 'debts' | 'held_up'>;

/** Returns the available sums of the partners of an organization in kopecks: payable, blocked by first blocker, and debts. */
export async function splitDue(db: Db, staff: Staff, now: Date): Promise<SplitDue> {
  const cards = await dueCards(db, staff, now);
  const due = (state: DueState) => cards.filter((card) => card.state === state);
  const blocked = due('blocked');
  return {
    ready: sumCards(due('ready')),
    blocked: {
      ...sumCards(blocked),
      reasons: [...Map.groupBy(blocked, getFirstBlocker)].map(([code, cards]) => ({
        code,
        ...sumCards(cards),
      })),
    },
    debts: sumCards(due('debts')),
    /** Number of partners that have reached the minimum and are blocked for another reason. */
    held_up: blocked.filter(({ missing_kop }) => missing_kop === 0).length,
  };
}

type Total = { count: number; sum_kop: number };

const total = (kop: 'hold_kop' | 'review_kop' | 'reserved_kop' | 'paid_kop') => sql<Total>`
  json_build_object('count', count(*) filter (where ${sql.ref(`card.${kop}`)} <> 0),
    'sum_kop', coalesce(sum(${sql.ref(`card.${kop}`)}), 0))`;

/** Returns all earnings of the partners of an organization by group, in kopecks. Groups do not overlap and add up to the total. */
export async function payoutTotals(db: Db, staff: Staff, now: Date): Promise<PayoutTotals> {
  const sums = await db
    .selectFrom(payableCards(db, staff, now).clearOrderBy().as('card'))
    .select([
      total('hold_kop').as('hold'),
      total('review_kop').as('review'),
      total('reserved_kop').as('under_way'),
      total('paid_kop').as('paid'),
    ])
    .executeTakeFirstOrThrow();
  const releases = await findReleases(db, staff, now);
  return {
    ...sums,
    ...(await splitDue(db, staff, now)),
    releases: releases.get(staff.organizationId) ?? NO_RELEASES,
  };
}

/**
 * Returns the totals at the end of a past day, or now for today. Blockers of a past day are not known, so all available sums count as payable.
 *
 * @throws ApiError 400 for a day in the future.
 */
export async function payoutTotalsAt(db: Db, staff: Staff, day: string, now: Date): Promise<PayoutTotals> {
  const moment = await lastMomentOf(db, staff.organizationId, day, now);
  const source = balancesAt(db, staff.organizationId, moment);
  const available = (isIncluded: RawBuilder<unknown>) => sql<Total>`
    json_build_object('count', count(*) filter (where ${isIncluded}),
      'sum_kop', coalesce(sum(card.available_kop) filter (where ${isIncluded}), 0))`;
  const sums = await db
    .selectFrom(payableCards(source, staff, moment).clearOrderBy().as('card'))
    .select([
      total('hold_kop').as('hold'),
      total('review_kop').as('review'),
      total('reserved_kop').as('under_way'),
      total('paid_kop').as('paid'),
      available(sql`card.available_kop > 0`).as('ready'),
      available(sql`card.available_kop < 0`).as('debts'),
    ])
    .executeTakeFirstOrThrow();
  return { ...sums, blocked: { count: 0, sum_kop: 0, reasons: [] }, held_up: 0 };
}

/** Returns the ids of the partners that the totals count in a group or under a blocker. */
export async function partnersDue(
  db: Db,
  staff: Staff,
  { due, reason }: Pick<PayableQuery, 'due' | 'reason'>,
  now: Date,
): Promise<string[]> {
  const cards = await dueCards(db, staff, now);
  return cards
    .filter((card) => due === undefined || card.state === due)
    .filter((card) => reason === undefined || (card.state === 'blocked' && getFirstBlocker(card) === reason))
    .map(({ partner_id }) => partner_id);
}
