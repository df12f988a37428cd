import type { Db } from '../platform/db/db.ts';

/** Time zone by which an organization tells days and hours. */
export async function timeZoneOf(db: Db, id: string): Promise<string> {
  const { time_zone } = await db
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return time_zone;
}

/** Settings of an organization that its payments go by. */
export const paymentTermsOf = (db: Db, id: string) =>
  db
    .selectFrom('organizations')
    .select(['name', 'vat_ip', 'vat_legal', 'time_zone', 'default_min_payout_kop'])
    .select(['four_eyes', 'separate_approver'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export type PaymentTerms = Awaited<ReturnType<typeof paymentTermsOf>>;

/** Holds an organization until the transaction ends: who belongs to it, and in which place, changes one after another. */
export async function lockOrganization(trx: Db, id: string) {
  await trx.selectFrom('organizations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
