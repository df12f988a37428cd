import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';

/** The current day in the time zone of an organization. */
export async function readToday(trx: Db, organizationId: string, now: Date): Promise<string> {
  const { today } = await trx
    .selectFrom('organizations as o')
    .select(sql<string>`(${now}::timestamptz at time zone o.time_zone)::date::text`.as('today'))
    .where('o.id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return today;
}

/** @throws ApiError 400 for a day that is still to come. */
export async function checkPaidOn(trx: Db, organizationId: string, paidOn: string, now: Date) {
  if (paidOn > (await readToday(trx, organizationId, now)))
    throw invalid({ paid_on: ['Эта дата еще не наступила.'] });
}
