import type { AccrualStatus } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether a hold is over, of accruals `a`: the one rule that the job, every list, balance and payment go by. */
export const hasMatured = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(a.status = 'hold' and a.hold_until <= ${now}::timestamptz)`;

/** The state that accruals `a` are in now. */
export const accrualStatus = (now: Date): RawBuilder<AccrualStatus> =>
  sql<AccrualStatus>`case when ${hasMatured(now)} then 'available' else a.status end`;

/** Whether accruals `a` are in one of these states now; said so that indexes of the written state serve. */
export function isInStatus(statuses: readonly AccrualStatus[], now: Date): RawBuilder<SqlBool> {
  const asked = statuses.map((status) => {
    if (status === 'available') return sql<SqlBool>`(a.status = 'available' or ${hasMatured(now)})`;
    if (status === 'hold') return sql<SqlBool>`(a.status = 'hold' and a.hold_until > ${now}::timestamptz)`;
    return sql<SqlBool>`a.status = ${status}`;
  });
  return sql<SqlBool>`(${sql.join(asked, sql` or `)})`;
}
