import type { ApiKey } from '@referral-dashboard/api-contract';
import { type Insertable, sql } from 'kysely';
import { type Actor, formatActor } from '../../audit/index.ts';
import type { ApiKeysTable } from '../../database/tables/api-keys.ts';
import type { Db } from '../../platform/db/db.ts';

const keys = (db: Db, organizationId: string) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .select(['k.id', 'k.name', 'k.prefix', 'k.scopes', 'k.created_by', 'k.created_at'])
    .select(['k.expires_at', 'k.last_used_at', 'k.revoked_at'])
    .select(['u.last_name', 'u.first_name', 'u.father_name', 'u.phone'])
    .where('k.organization_id', '=', organizationId);

const isActive = (now: Date) =>
  sql<boolean>`revoked_at is null and (expires_at is null or expires_at > ${now})`;

/** Number of keys in the list. Older ones are revoked or expired. */
const LISTED = 200;

/** Queries for the API keys of an organization. */
export const apiKeysRepo = (db: Db, organizationId: string) => ({
  all: (now: Date) =>
    keys(db, organizationId)
      .orderBy(isActive(now), 'desc')
      .orderBy('k.created_at', 'desc')
      .orderBy('k.id')
      .limit(LISTED)
      .execute(),

  find: (id: string) => keys(db, organizationId).where('k.id', '=', id).executeTakeFirst(),

  async countActive(now: Date): Promise<number> {
    const { count } = await db
      .selectFrom('api_keys')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('organization_id', '=', organizationId)
      .where(isActive(now))
      .executeTakeFirstOrThrow();
    return count;
  },

  async insert(key: Omit<Insertable<ApiKeysTable>, 'organization_id'>) {
    await db
      .insertInto('api_keys')
      .values({ ...key, organization_id: organizationId })
      .execute();
  },

  /** Revokes a key. Returns false when it is revoked already. */
  async revoke(id: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
});

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof apiKeysRepo>['find']>>>;

const statusOf = ({ revoked_at, expires_at }: Row, now: Date) =>
  revoked_at !== null ? 'revoked' : expires_at !== null && expires_at <= now ? 'expired' : 'active';

/** A key as the API returns it. */
export function apiKeyView(row: Row, now: Date): ApiKey {
  const creator: Actor = row;
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    status: statusOf(row, now),
    created_by: { id: row.created_by, name: formatActor(creator) ?? '' },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
