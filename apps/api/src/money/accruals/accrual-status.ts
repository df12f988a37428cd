import type { AccrualStatus } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Predicate: the hold of accruals `a` is over. The one rule that the job, every list, balance and payment go by. */
export const hasMatured = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(a.status = 'hold' and a.hold_until <= ${now}::timestamptz)`;

/** The state that accruals `a` are in now. */
export const accrualStatus = (now: Date): RawBuilder<AccrualStatus> =>
  sql<AccrualStatus>`case when ${hasMatured(now)} then 'available' else a.status end`;

/** Predicate: accruals `a` are in one of these states now; written so that indexes of the stored status serve. */
export function isInStatus(statuses: readonly AccrualStatus[], now: Date): RawBuilder<SqlBool> {
  const asked = statuses.map((status) => {
    if (status === 'available') return sql<SqlBool>`(a.status = 'available' or ${hasMatured(now)})`;
    // Not by the time itself: the planner takes holds that end after now for few, though nearly all of them do.
    if (status === 'hold') return sql<SqlBool>`(a.status = 'hold' and ${hasMatured(now)} is not true)`;
    return sql<SqlBool>`a.status = ${status}`;
  });
  return sql<SqlBool>`(${sql.join(asked, sql` or `)})`;
}
