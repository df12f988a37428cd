import { API_KEY_CALLS_PER_MINUTE } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { tooManyKeyCalls, unauthorized } from '../../platform/errors.ts';
import { createLimits, type Quota } from '../../platform/http/limits/limits.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { hashToken } from '../../platform/one-time-token.ts';
import { toRateLimitHeaders } from './rate-limit-headers.ts';

const LIMIT = { name: 'api-key', max: API_KEY_CALLS_PER_MINUTE, seconds: 60 };

/** Seconds between two updates of the last use of a key. */
const USE_SECONDS = 60;

const keyRefused = () =>
  unauthorized({ detail: 'Ключ API недействителен, отозван или просрочен.', code: 'token_not_valid' });

/** Finds a key that is neither revoked nor expired, and whose creator is still an owner with access. */
const findKey = (db: Db, secret: string, now: Date) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'k.created_by').onRef('u.organization_id', '=', 'k.organization_id'),
    )
    .innerJoin('organizations as o', 'o.id', 'k.organization_id')
    .select(['k.id as key_id', 'k.scopes', 'k.last_used_at', 'k.organization_id', 'u.position'])
    .select(['u.id', 'u.phone', 'u.role', 'u.first_name', 'u.last_name', 'u.father_name', 'u.email'])
    .select(sql<boolean>`u.email_confirmed_at is not null`.as('is_email_confirmed'))
    .select(['o.name as organization_name', 'o.time_zone', 'o.support_url'])
    .where('k.secret_hash', '=', hashToken(secret))
    .where('k.revoked_at', 'is', null)
    .where(({ or, eb }) => or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', now)]))
    .where('u.position', '=', 'owner')
    .where('u.is_active', '=', true)
    .where('u.switched_off_at', 'is', null)
    .executeTakeFirst();

type Found = NonNullable<Awaited<ReturnType<typeof findKey>>>;

function toPrincipal(row: Found, quota: Quota): Principal {
  const { key_id, scopes, organization_id, organization_name, position, time_zone, support_url } = row;
  const { id, phone, role, first_name, last_name, father_name, email, is_email_confirmed } = row;
  return {
    user: { id, phone, role, first_name, last_name, father_name, email, is_email_confirmed },
    organizationId: organization_id,
    organizationName: organization_name,
    position,
    timeZone: async () => time_zone,
    support: async () => (support_url ? [{ organization: organization_name, url: support_url }] : []),
    cards: async () => [],
    sessionId: '',
    apiKey: { id: key_id, scopes, quota },
  };
}

/** Authenticates calls by API keys. A key is read again for every call, so that a revoked one ends at once in every process. */
export function createAuthenticateKey(db: Db, clock: Clock) {
  const limits = createLimits(db, clock);

  async function noteUse({ organization_id, key_id, last_used_at }: Found) {
    const before = plusSeconds(clock(), -USE_SECONDS);
    if (last_used_at !== null && last_used_at > before) return;
    await db
      .updateTable('api_keys')
      .set({ last_used_at: clock() })
      .where('organization_id', '=', organization_id)
      .where('id', '=', key_id)
      .where(({ or, eb }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)]))
      .execute();
  }

  /** @throws ApiError 401 for an invalid key, 429 for a key with too many calls */
  return async (secret: string): Promise<Principal> => {
    const key = await findKey(db, secret, clock());
    if (key === undefined) throw keyRefused();
    const { full, retryAfter, ...quota } = await limits.take({ limit: LIMIT, key: key.key_id });
    if (full) throw tooManyKeyCalls(retryAfter, toRateLimitHeaders(quota));
    await noteUse(key);
    return toPrincipal(key, quota);
  };
}
