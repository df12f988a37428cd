import type { Blocker, DueState, PayableQuery, PayoutTotals } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { hasMatured } from '../accruals/accrual-status.ts';
import { isDefaultRail } from '../payout-methods/payout-method.ts';
import { taxStanding } from '../tax-status/standing.ts';
import { readinessOf } from './blockers.ts';

export type Payable = Awaited<ReturnType<ReturnType<typeof payableCards>['execute']>>[number];

const AVAILABLE_KOP = sql<number>`coalesce(b.available_kop, 0) + coalesce(matured.amount_kop, 0)`;

/** Every card a viewer may be told the money of, beside its balance, what of that has matured since, and its default method. */
const cardsWithMoney = (db: Db, viewer: Viewer, now: Date) =>
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
    .where(visibleTo(viewer));

/** What a payment to a card goes by. */
const readiness = (now: Date) =>
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

/** Every card a viewer may be told the money of, with what it has in each state now and what a payment to it goes by. */
export const payableCards = (db: Db, viewer: Viewer, now: Date) =>
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

/** Word under which what is available to a card stands. */
function dueStateOf({ available_kop, blockers }: Due): DueState {
  if (available_kop < 0) return 'debts';
  return blockers.length === 0 ? 'ready' : 'blocked';
}

/** The reason that a blocked card is counted under. */
const reasonOf = ({ blockers }: Pick<Due, 'blockers'>) => blockers[0]?.code ?? 'no_method';

/** Cards that have something available or a debt, each with its word and its blockers. */
async function dueCards(db: Db, staff: Staff, now: Date) {
  const rows = await cardsWithMoney(db, staff, now)
    .where(AVAILABLE_KOP, '<>', 0)
    .select(readiness(now))
    .execute();
  return rows.map((row) => {
    const card = { ...row, ...readinessOf(row, now) };
    return { ...card, state: dueStateOf(card) };
  });
}

const totalOf = (cards: readonly { available_kop: number }[]) => ({
  count: cards.length,
  sum_kop: cards.reduce((sum, { available_kop }) => sum + available_kop, 0),
});

type SplitDue = Pick<PayoutTotals, 'ready' | 'blocked' | 'debts' | 'held_up'>;

/** Sums available to the partners of an organization: those that can be paid now, those that cannot, by their first reason, and debts. */
export async function splitDue(db: Db, staff: Staff, now: Date): Promise<SplitDue> {
  const cards = await dueCards(db, staff, now);
  const due = (state: DueState) => cards.filter((card) => card.state === state);
  const blocked = due('blocked');
  return {
    ready: totalOf(due('ready')),
    blocked: {
      ...totalOf(blocked),
      reasons: [...Map.groupBy(blocked, reasonOf)].map(([code, those]) => ({ code, ...totalOf(those) })),
    },
    debts: totalOf(due('debts')),
    /** Partners who have reached the minimum and cannot be paid for another reason. */
    held_up: blocked.filter(({ missing_kop }) => missing_kop === 0).length,
  };
}

type Total = { count: number; sum_kop: number };

const total = (kop: 'hold_kop' | 'review_kop' | 'reserved_kop' | 'paid_kop') => sql<Total>`
  json_build_object('count', count(*) filter (where ${sql.ref(`card.${kop}`)} <> 0),
    'sum_kop', coalesce(sum(${sql.ref(`card.${kop}`)}), 0))`;

/** Everything earned by the partners of an organization, each kopeck under one word: the parts add up to the whole. */
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
  return { ...sums, ...(await splitDue(db, staff, now)) };
}

/** Partners whose money stands under the word and the reason asked for, as the totals count them. */
export async function partnersDue(
  db: Db,
  staff: Staff,
  { due, reason }: Pick<PayableQuery, 'due' | 'reason'>,
  now: Date,
): Promise<string[]> {
  const cards = await dueCards(db, staff, now);
  return cards
    .filter((card) => due === undefined || card.state === due)
    .filter((card) => reason === undefined || (card.state === 'blocked' && reasonOf(card) === reason))
    .map(({ partner_id }) => partner_id);
}
