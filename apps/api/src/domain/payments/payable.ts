import type { Blocker, DueState, PayableQuery, PayoutTotals } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { hasMatured } from '../accrual-status.ts';
import { isRail } from '../payout-method.ts';
import { taxStanding } from '../self-employed/standing.ts';
import { visibleTo } from '../visibility.ts';
import { readinessOf } from './blockers.ts';

export type Payable = Awaited<ReturnType<ReturnType<typeof payableCards>['execute']>>[number];

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
        .on('m.default_since', 'is not', null)
        .on(isRail('m')),
    )
    .where(visibleTo(viewer))
    .select([
      'card.id as partner_id',
      'card.name as partner_name',
      'card.status',
      'o.id as organization_id',
      'o.name as organization_name',
      'm.default_since',
      taxStanding(now).as('tax'),
      sql<number>`coalesce(card.min_payout_kop, o.default_min_payout_kop)`.as('minimum_kop'),
      sql<number>`coalesce(b.hold_kop, 0) - coalesce(matured.amount_kop, 0)`.as('hold_kop'),
      sql<number>`coalesce(b.review_kop, 0)`.as('review_kop'),
      sql<number>`coalesce(b.available_kop, 0) + coalesce(matured.amount_kop, 0)`.as('available_kop'),
      sql<number>`coalesce(b.reserved_kop, 0)`.as('reserved_kop'),
      sql<number>`coalesce(b.paid_kop, 0)`.as('paid_kop'),
      sql<number>`coalesce(b.hold_kop + b.review_kop + b.available_kop + b.reserved_kop + b.paid_kop, 0)`.as(
        'earned_kop',
      ),
    ])
    .orderBy('card.created_at')
    .orderBy('card.id');

type Total = { count: number; sum_kop: number };

const totalOf = (amounts: readonly number[]): Total => ({
  count: amounts.length,
  sum_kop: amounts.reduce((sum, one) => sum + one, 0),
});

type Due = { available_kop: number; blockers: readonly Blocker[] };

/** Word under which what is available to a card stands; none for nothing. */
export function dueStateOf({ available_kop, blockers }: Due): DueState | null {
  if (available_kop === 0) return null;
  if (available_kop < 0) return 'debts';
  return blockers.length === 0 ? 'ready' : 'blocked';
}

/** The reason that a blocked card is counted under. */
export const reasonOf = ({ blockers }: Pick<Due, 'blockers'>) => blockers[0]?.code ?? 'no_method';

/** Everything earned by the partners of an organization, each kopeck under one word: the parts add up to the whole. */
export async function payoutTotals(db: Db, staff: Staff, now: Date): Promise<PayoutTotals> {
  const rows = await payableCards(db, staff, now).execute();
  const cards = rows.map((card) => ({ ...card, ...readinessOf(card, now) }));
  const due = (state: DueState) => cards.filter((card) => dueStateOf(card) === state);
  const sumOf = (those: readonly Due[]) => totalOf(those.map(({ available_kop }) => available_kop));
  const blocked = due('blocked');
  const of = (field: 'hold_kop' | 'review_kop' | 'reserved_kop' | 'paid_kop') =>
    totalOf(cards.map((card) => card[field]).filter((kop) => kop !== 0));
  return {
    ready: sumOf(due('ready')),
    blocked: {
      ...sumOf(blocked),
      reasons: [...Map.groupBy(blocked, reasonOf)].map(([code, those]) => ({ code, ...sumOf(those) })),
    },
    debts: sumOf(due('debts')),
    hold: of('hold_kop'),
    review: of('review_kop'),
    under_way: of('reserved_kop'),
    paid: of('paid_kop'),
    /** Who has reached the minimum and cannot be paid for another reason. */
    held_up: blocked.filter(({ missing_kop }) => missing_kop === 0).length,
  };
}

/** Partners whose money stands under the word and the reason asked for, as the totals count them. */
export async function partnersDue(
  db: Db,
  staff: Staff,
  { due, reason }: Pick<PayableQuery, 'due' | 'reason'>,
  now: Date,
): Promise<string[]> {
  const rows = await payableCards(db, staff, now).execute();
  const cards = rows.map((card) => ({ ...card, ...readinessOf(card, now) }));
  const isAsked = (card: Due) =>
    (due === undefined || dueStateOf(card) === due) &&
    (reason === undefined || (dueStateOf(card) === 'blocked' && reasonOf(card) === reason));
  return cards.filter(isAsked).map(({ partner_id }) => partner_id);
}
