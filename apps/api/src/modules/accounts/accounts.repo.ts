import { randomUUIDv7 } from 'node:crypto';
import type { Person, Position, ProfilePatch, Role } from '@referral-dashboard/api-contract';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { UsersTable } from '../../platform/db/schema.ts';

const PUBLIC = ['id', 'phone', 'role', 'first_name', 'last_name', 'father_name', 'email'] as const;

export type Account = { id: string; role: Role | null; password_hash: string; is_active: boolean };
export type AccountInSession = Person & {
  organization_id: string | null;
  organization_name: string | null;
  position: Position | null;
  is_active: boolean;
  time_zone: string | null;
  session: string | null;
  revoked_at: Date | null;
  session_from: Date | null;
};

/** The users table. */
export const accountsRepo = (db: Db) => ({
  /** Enters users, all at once: another process never sees a part of them. Returns the number entered, since a phone belongs to one user. */
  async insert(users: Insertable<UsersTable>[]): Promise<number> {
    const entered = db
      .insertInto('users')
      .values(users)
      .onConflict((on) => on.column('phone').doNothing());
    return (await entered.returning('id').execute()).length;
  },

  /** A new organization, to be named by its people; its id. */
  async insertOrganization(at: Date): Promise<string> {
    const id = randomUUIDv7();
    await db
      .insertInto('organizations')
      .values({ id, name: 'Организация', created_at: at, updated_at: at })
      .execute();
    return id;
  },

  async deleteOrganizations(ids: readonly string[]) {
    if (ids.length > 0) await db.deleteFrom('organizations').where('id', 'in', ids).execute();
  },

  isEmpty: async () => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined,

  findByPhone: (phone: string): Promise<Account | undefined> =>
    db
      .selectFrom('users')
      .select(['id', 'role', 'password_hash', 'is_active'])
      .where('phone', '=', phone)
      .executeTakeFirst(),

  /** Holds a user's row until the transaction ends: of a new session and a new password, one comes after the other. */
  findLocked: (id: string): Promise<Account | undefined> =>
    db
      .selectFrom('users')
      .select(['id', 'role', 'password_hash', 'is_active'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),

  /** A user together with the session the caller claims; its fields are null when there is none. */
  findInSession: (userId: string, sessionId: string | null): Promise<AccountInSession | undefined> =>
    db
      .selectFrom('users')
      .leftJoin('sessions', (join) =>
        join.onRef('sessions.user_id', '=', 'users.id').on('sessions.id', '=', sessionId),
      )
      .select(PUBLIC.map((column) => `users.${column}` as const))
      .leftJoin('organizations', 'organizations.id', 'users.organization_id')
      .select(['users.organization_id', 'users.position', 'organizations.name as organization_name'])
      .select(
        sql<string | null>`coalesce(organizations.time_zone, (
        select o.time_zone from partners p join organizations o on o.id = p.organization_id
        where p.user_id = users.id order by p.created_at, p.organization_id limit 1))`.as('time_zone'),
      )
      .select(['users.is_active', 'sessions.id as session'])
      .select(['sessions.revoked_at', 'sessions.created_at as session_from'])
      .where('users.id', '=', userId)
      .executeTakeFirst(),

  update: (id: string, patch: ProfilePatch, at: Date): Promise<Person> =>
    db
      .updateTable('users')
      .set({ ...patch, updated_at: at })
      .where('id', '=', id)
      .returning(PUBLIC)
      .executeTakeFirstOrThrow(),

  async setPassword(id: string, hash: string, at: Date) {
    await db.updateTable('users').set({ password_hash: hash, updated_at: at }).where('id', '=', id).execute();
  },
});
