import { randomUUIDv7 } from 'node:crypto';
import type { Person, Position, Role } from '@referral-dashboard/api-contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { UsersTable } from '../../database/tables/people.ts';
import type { Db } from '../../platform/db/db.ts';
import { arrayParameter, prepared } from '../../platform/db/prepared.ts';
import type { Card } from '../../platform/http/principal.ts';

const PERSON_COLUMNS = ['id', 'phone', 'role', 'first_name', 'last_name', 'father_name', 'email'] as const;

const isEmailConfirmed = sql<boolean>`email_confirmed_at is not null`.as('is_email_confirmed');

const ACCOUNT_COLUMNS = [
  'id',
  'role',
  'password_hash',
  'is_active',
  'switched_off_at',
  'organization_id',
] as const;

export type Account = {
  id: string;
  role: Role | null;
  password_hash: string;
  is_active: boolean;
  switched_off_at: Date | null;
  organization_id: string | null;
};
export type AccountInSession = Person & {
  organization_id: string | null;
  organization_name: string | null;
  support_url: string | null;
  position: Position | null;
  is_active: boolean;
  time_zone: string | null;
  session: string | null;
  is_live: boolean | null;
};

/** The user id and the session id in a token. */
export type SessionClaim = { userId: string; sessionId: string | null };

const selectWithSessions = prepared<
  AccountInSession,
  [users: string[], sessions: (string | null)[], createdAfter: Date]
>(`
  select ${PERSON_COLUMNS.map((column) => `u.${column}`)}, u.email_confirmed_at is not null as is_email_confirmed,
    u.organization_id, u.position, o.name as organization_name, o.support_url, o.time_zone,
    u.is_active and u.switched_off_at is null as is_active,
    s.id as session, s.revoked_at is null and s.created_at > $3 as is_live
  from users u
    left join sessions s on s.user_id = u.id and s.id = any(${arrayParameter(2, 'uuid')})
    left join organizations o on o.id = u.organization_id
  where u.id = any(${arrayParameter(1, 'uuid')})`);

/** Position of an employee in an organization. */
export type Employment = { organization_id: string; position: Position };

/** Queries for users and their organizations. */
export const accountsRepo = (db: Db) => ({
  /** Inserts users in one statement and skips phones that are taken. Returns the number of inserted users. */
  async insert(users: Insertable<UsersTable>[]): Promise<number> {
    const insertion = db
      .insertInto('users')
      .values(users)
      .onConflict((on) => on.column('phone').doNothing());
    return (await insertion.returning('id').execute()).length;
  },

  /** Inserts an organization and returns its id. Without a name it gets a default one, which its owners can change. */
  async insertOrganization(at: Date, fields: { name?: string; inn?: string } = {}): Promise<string> {
    const id = randomUUIDv7();
    await db
      .insertInto('organizations')
      .values({ name: 'Организация', ...fields, id, created_at: at, updated_at: at })
      .execute();
    return id;
  },

  async deleteOrganizations(ids: readonly string[]) {
    if (ids.length > 0) await db.deleteFrom('organizations').where('id', 'in', ids).execute();
  },

  /** Compares the id as text, because an operator may type a string that is not a UUID. */
  hasOrganization: async (id: string) =>
    (await db
      .selectFrom('organizations')
      .select('id')
      .where(sql`id::text`, '=', id.toLowerCase())
      .executeTakeFirst()) !== undefined,

  isEmpty: async () => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined,

  findByPhone: (phone: string): Promise<Account | undefined> =>
    db.selectFrom('users').select(ACCOUNT_COLUMNS).where('phone', '=', phone).executeTakeFirst(),

  /** Locks a user's row until the transaction ends, so that sign-ins and password changes of one user are serialized. */
  findLocked: (id: string): Promise<Account | undefined> =>
    db.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

  /**
   * Returns the user and the session of each claim, in the order of the claims. The session fields are null when the session does not exist.
   *
   * @param createdAfter sessions that were created at this time or before have ended.
   */
  async findInSessions(
    claims: readonly SessionClaim[],
    createdAfter: Date,
  ): Promise<readonly (AccountInSession | undefined)[]> {
    const unique = <Id>(ids: readonly Id[]) => [...new Set(ids)];
    const rows = await selectWithSessions(
      db,
      unique(claims.map(({ userId }) => userId)),
      unique(claims.map(({ sessionId }) => sessionId)),
      createdAfter,
    );
    return claims.map(({ userId, sessionId }) => {
      const userRows = rows.filter(({ id }) => id === userId);
      const [user] = userRows;
      return (
        userRows.find(({ session }) => session === sessionId) ??
        (user && { ...user, session: null, is_live: null })
      );
    });
  },

  /** Time zone of the organization of the user's oldest card. A separate query, because cards are distributed over all shards. */
  async findTimeZoneOfCards(userId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('partners as p')
      .innerJoin('organizations as o', 'o.id', 'p.organization_id')
      .select('o.time_zone')
      .where('p.user_id', '=', userId)
      .orderBy('p.created_at')
      .orderBy('p.organization_id')
      .limit(1)
      .executeTakeFirst();
    return row?.time_zone;
  },

  /** Names and support addresses of organizations. */
  findSupport: (organizationIds: readonly string[]) =>
    db
      .selectFrom('organizations')
      .select(['name as organization', 'support_url as url'])
      .where('id', 'in', [...organizationIds])
      .orderBy('name')
      .orderBy('id')
      .execute(),

  /** Cards of a user, the oldest first. A separate query, because cards are distributed over all shards. */
  findCards: (userId: string): Promise<Card[]> =>
    db
      .selectFrom('partners')
      .select(['organization_id as organizationId', 'id as partnerId'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('organization_id')
      .execute(),

  update: (id: string, patch: Omit<Updateable<UsersTable>, 'updated_at'>, at: Date): Promise<Person> =>
    db
      .updateTable('users')
      .set({ ...patch, updated_at: at })
      .where('id', '=', id)
      .returning(PERSON_COLUMNS)
      .returning(isEmailConfirmed)
      .executeTakeFirstOrThrow(),

  findEmail: async (id: string): Promise<string> =>
    (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email,

  /** Expires the unused recovery codes of a user and revokes the unused links. */
  async endRecovery(userId: string, at: Date) {
    await db
      .updateTable('account_codes')
      .set({ expires_at: at })
      .where('kind', '=', 'recovery')
      .where('user_id', '=', userId)
      .where('expires_at', '>', at)
      .execute();
    await db
      .updateTable('account_links')
      .set({ revoked_at: at })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute();
  },

  /** Disables a user for an organization. The caller must end the user's sessions. */
  async switchOff(id: string, organizationId: string, at: Date) {
    await db
      .updateTable('users')
      .set({ switched_off_at: at, switched_off_by: organizationId, updated_at: at })
      .where('id', '=', id)
      .execute();
  },

  /** Enables a disabled user. */
  async switchOn(id: string, at: Date) {
    await db
      .updateTable('users')
      .set({ switched_off_at: null, switched_off_by: null, updated_at: at })
      .where('id', '=', id)
      .execute();
  },

  /** Gives a user a position in an organization, and enables the user. */
  async employ(id: string, employment: Employment, at: Date) {
    await db
      .updateTable('users')
      .set({
        ...employment,
        role: 'organization',
        owner_since: employment.position === 'owner' ? at : null,
        switched_off_at: null,
        switched_off_by: null,
        updated_at: at,
      })
      .where('id', '=', id)
      .execute();
  },

  async setPassword(id: string, hash: string, at: Date) {
    await db.updateTable('users').set({ password_hash: hash, updated_at: at }).where('id', '=', id).execute();
  },
});
