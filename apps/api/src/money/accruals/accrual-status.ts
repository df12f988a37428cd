import type { AccrualStatus } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Returns true when a hold with this end has ended. */
export const hasEnded = (holdUntil: Date, now: Date) => holdUntil <= now;

/**
 * Predicate: the hold of accruals has ended, as `hasEnded`. The release job, lists, balances and payments all use this rule.
 *
 * @param accruals alias of the table.
 */
export const hasMatured = (now: Date, accruals = 'a'): RawBuilder<SqlBool> => {
  const [status, holdUntil] = [sql.raw(`${accruals}.status`), sql.raw(`${accruals}.hold_until`)];
  return sql<SqlBool>`(${status} = 'hold' and ${holdUntil} <= ${now}::timestamptz)`;
};

/** SQL expression for the current status of accruals `a`. An ended hold counts as available. */
export const accrualStatus = (now: Date): RawBuilder<AccrualStatus> =>
  sql<AccrualStatus>`case when ${hasMatured(now)} then 'available' else a.status end`;

/** Predicate: the current status of accruals `a` is one of `statuses`. Compares the stored status, so that its indexes apply. */
export function isInStatus(statuses: readonly AccrualStatus[], now: Date): RawBuilder<SqlBool> {
  const predicates = statuses.map((status) => {
    if (status === 'available') return sql<SqlBool>`(a.status = 'available' or ${hasMatured(now)})`;
    // Does not compare `hold_until > now`: the planner would estimate few rows, but nearly all holds end in the future.
    if (status === 'hold') return sql<SqlBool>`(a.status = 'hold' and ${hasMatured(now)} is not true)`;
    return sql<SqlBool>`a.status = ${status}`;
  });
  return sql<SqlBool>`(${sql.join(predicates, sql` or `)})`;
}
