import type { Db } from '../../platform/db/db.ts';

/** Revokes the keys that a user created for an organization, in the transaction that ends the position of the user. */
export const endKeysOfUser = (trx: Db, organizationId: string, userId: string, at: Date) =>
  trx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('organization_id', '=', organizationId)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
