import type { Db } from '../platform/db/db.ts';

/** Holds an organization until the transaction ends: who belongs to it, and in which place, changes one after another. */
export async function lockOrganization(trx: Db, id: string) {
  await trx.selectFrom('organizations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
