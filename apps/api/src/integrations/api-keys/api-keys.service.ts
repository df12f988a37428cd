import { randomUUIDv7 } from 'node:crypto';
import {
  type ApiKey,
  type ApiKeyCalls,
  type ApiKeys,
  type CreatedApiKey,
  MAX_API_KEYS,
  type NewApiKey,
} from '@referral-dashboard/api-contract';
import { audit } from '../../audit/index.ts';
import { lockOrganization } from '../../organization/index.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, noSuchObject } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { OwnerProof } from '../owner-proof.ts';
import { apiKeysRepo, apiKeyView } from './api-keys.repo.ts';
import { lastCallsRepo } from './last-calls.ts';
import { newSecret } from './secrets.ts';

const DAY = 24 * 60 * 60;

export type ApiKeysDeps = OwnerProof & { db: Db; clock: Clock };

const tooManyKeys = () =>
  conflict('closed', `Действующих ключей уже ${MAX_API_KEYS}. Отзовите те, которыми никто не пользуется.`);

/** Lists, creates and revokes the API keys of an organization. */
export function createApiKeysService({ db, clock, checkPassword, checkOwner }: ApiKeysDeps) {
  async function view(trx: Db, { organizationId }: Staff, id: string): Promise<ApiKey> {
    const row = await apiKeysRepo(trx, organizationId).find(id);
    if (row === undefined) throw noSuchObject();
    return apiKeyView(row, clock());
  }

  const record = (trx: Db, staff: Staff, word: string, objectId: string, diff: Record<string, unknown>) =>
    audit(trx, {
      organizationId: staff.organizationId,
      actorId: staff.userId,
      requestId: staff.requestId,
      action: `api-key.${word}`,
      kind: 'api_key',
      objectId,
      diff,
      at: clock(),
    });

  return {
    async list({ organizationId }: Staff): Promise<ApiKeys> {
      const rows = await apiKeysRepo(db, organizationId).all(clock());
      return { results: rows.map((row) => apiKeyView(row, clock())) };
    },

    /** Creates a key. @throws ApiError 400 for a wrong password, 409 for a new owner and for too many keys */
    async create(staff: Staff, holder: Principal, body: NewApiKey, network: string): Promise<CreatedApiKey> {
      await checkPassword(holder, body.password, network);
      const { organizationId, userId } = staff;
      const { name, scopes, days } = body;
      const { secret, ...stored } = newSecret();
      return db.transaction().execute(async (trx) => {
        await checkOwner(trx, { organizationId, userId, now: clock() });
        await lockOrganization(trx, organizationId);
        const repo = apiKeysRepo(trx, organizationId);
        const created_at = clock();
        if ((await repo.countActive(created_at)) >= MAX_API_KEYS) throw tooManyKeys();
        const id = randomUUIDv7();
        const expires_at = days === null ? null : plusSeconds(created_at, days * DAY);
        await repo.insert({ id, name, scopes, created_by: userId, created_at, expires_at, ...stored });
        await record(trx, staff, 'create', id, { name, scopes, expires_at });
        return { ...(await view(trx, staff, id)), secret };
      });
    },

    /** The last calls of a key. @throws ApiError 404 */
    async calls(staff: Staff, id: string): Promise<ApiKeyCalls> {
      await view(db, staff, id);
      return lastCallsRepo(db, staff.organizationId, id).list();
    },

    /** Revokes a key. A revoked key stays as it is. @throws ApiError 404 */
    revoke: (staff: Staff, id: string): Promise<ApiKey> =>
      db.transaction().execute(async (trx) => {
        if (await apiKeysRepo(trx, staff.organizationId).revoke(id, clock()))
          await record(trx, staff, 'revoke', id, {});
        return view(trx, staff, id);
      }),
  };
}
