import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import type { PartnerBalancesTable } from '../../database/tables/roll-ups.ts';
import { findTimeZone } from '../../organization/index.ts';
import { dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { midnight } from '../../platform/db/lists/conditions.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { invalid } from '../../platform/errors.ts';

/** A connection, or one whose `partner_balances` are those of a past moment. */
export type BalancesSource = QueryCreator<Tables>;

const sumIn = (status: string) =>
  sql<number>`coalesce(sum(
    case ${status} when move.to_status then move.amount_kop when move.from_status then -move.amount_kop end), 0)::bigint`;

/** SQL: sums of moves by status, in kopecks. Holds that have ended by then and are not written as ended count as hold. */
export const movedByStatus: RawBuilder<unknown> = sql`${sumIn('hold')} as hold_kop, ${sumIn('review')} as review_kop,
  ${sumIn('available')} as available_kop, ${sumIn('reserved')} as reserved_kop, ${sumIn('paid')} as paid_kop`;

/**
 * Returns the last moment of a day in the time zone of an organization, or `now` when the day has not ended.
 *
 * @throws ApiError 400 for a day in the future.
 */
export async function lastMomentOf(db: Db, organizationId: string, day: string, now: Date): Promise<Date> {
  const timeZone = await findTimeZone(db, organizationId);
  if (day > dayIn(now, timeZone)) throw invalid({ at: ['Эта дата еще не наступила.'] });
  const { rows } = await sql<{ end: Date }>`select ${midnight(day, timeZone, 1)} as end`.execute(db);
  const [{ end } = { end: now }] = rows;
  // Times of changes have milliseconds.
  return new Date(Math.min(now.getTime(), end.getTime() - 1));
}

/**
 * Returns a connection for queries whose table `partner_balances` contains the balances at a past moment, from the moves of the accruals.
 * As in the table, ended holds that are not written as ended count as hold.
 */
export const balancesAt = (db: Db, organizationId: string, moment: Date): BalancesSource =>
  db.with(
    'partner_balances',
    () => sql<PartnerBalancesTable>`
      (select move.organization_id, move.partner_id, ${movedByStatus}
      from accrual_moves move
      where move.organization_id = ${organizationId} and move.effective_at <= ${moment}
      group by 1, 2)`,
  ) as unknown as BalancesSource;
