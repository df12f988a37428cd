import { randomUUIDv7 } from 'node:crypto';
import type { Db } from '../platform/db/db.ts';
import { hashToken, newToken } from '../platform/one-time-token.ts';

/** Inserts an API key of the owner. Its secret is not kept, so it cannot be used. */
export async function insertApiKey(trx: Db, organizationId: string, ownerId: string, at: Date) {
  const secret = newToken();
  await trx
    .insertInto('api_keys')
    .values({
      organization_id: organizationId,
      id: randomUUIDv7(),
      name: 'Касса салона',
      prefix: `ref_live_${secret.slice(0, 4)}`,
      secret_hash: hashToken(secret),
      scopes: ['leads:read', 'clients:read', 'clients:write', 'sales:read', 'sales:write'],
      created_by: ownerId,
      created_at: at,
      expires_at: null,
    })
    .execute();
}
