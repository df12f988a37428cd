import { dayIn } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';

/** Returns the IANA time zone of an organization. */
export async function findTimeZone(db: Db, id: string): Promise<string> {
  const { time_zone } = await db
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return time_zone;
}

/** Returns the current day in the time zone of an organization. */
export const readToday = async (db: Db, id: string, now: Date): Promise<string> =>
  dayIn(now, await findTimeZone(db, id));

/** Returns the settings of an organization that apply to payments. */
export const findPaymentTerms = (db: Db, id: string) =>
  db
    .selectFrom('organizations')
    .select(['name', 'vat_ip', 'vat_legal', 'time_zone', 'default_min_payout_kop'])
    .select(['requires_second_approver', 'separate_approver'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export type PaymentTerms = Awaited<ReturnType<typeof findPaymentTerms>>;

/** Locks an organization until the transaction ends, so that changes of its employees are serialized. */
export async function lockOrganization(trx: Db, id: string) {
  await trx.selectFrom('organizations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
