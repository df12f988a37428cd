import { type Insertable, type SqlBool, sql } from 'kysely';
import type { AccountLinksTable } from '../../database/tables/invitations.ts';
import type { Db } from '../../platform/db/db.ts';
import { pruneTable } from '../../platform/db/prune.ts';

/** Queries for one-time links that concern accounts. */
export const accountLinksRepo = (db: Db) => ({
  async insert(link: Insertable<AccountLinksTable>) {
    await db.insertInto('account_links').values(link).execute();
  },

  /** Revokes the unused links of a user. */
  async revokeOf(userId: string, at: Date) {
    await db
      .updateTable('account_links')
      .set({ revoked_at: at })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute();
  },

  /** Returns a valid recovery link with its user. A link becomes invalid when its creator is no longer an owner. */
  findRecovery: (tokenHash: string, now: Date) =>
    db
      .selectFrom('account_links as l')
      .innerJoin('users as u', 'u.id', 'l.user_id')
      .select(['l.id', 'l.expires_at', 'l.organization_id', 'u.id as user_id', 'u.phone'])
      .select(['u.last_name', 'u.first_name', 'u.father_name'])
      .where('l.kind', '=', 'recovery')
      .where('l.token_hash', '=', tokenHash)
      .where('l.used_at', 'is', null)
      .where('l.revoked_at', 'is', null)
      .where('l.expires_at', '>', now)
      .where('u.is_active', '=', true)
      .where('u.switched_off_at', 'is', null)
      .where(
        sql<SqlBool>`(l.created_by is null or exists (select from users c where c.id = l.created_by
          and c.organization_id = l.organization_id and c.position = 'owner' and c.is_active and c.switched_off_at is null))`,
      )
      .executeTakeFirst(),

  /** Marks a link as used. @returns false when it was already used or revoked. */
  async use(id: string, at: Date): Promise<boolean> {
    const rows = await db
      .updateTable('account_links')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute();
    return rows.length > 0;
  },

  /** Returns the employee with an id, or undefined for an id outside the organization. */
  employee: (organizationId: string, id: string) =>
    db
      .selectFrom('users')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  card: (organizationId: string, id: string) =>
    db
      .selectFrom('partners')
      .select(['id', 'user_id'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  lockUser: (id: string) =>
    db
      .selectFrom('users')
      .select(['id', 'switched_off_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),

  async prune(now: Date) {
    await pruneTable(db, 'account_links', sql`t.expires_at <= ${now}`);
  },
});
