import { randomUUIDv7 } from 'node:crypto';
import type { Person, Position, Role } from '@referral-dashboard/api-contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { UsersTable } from '../../database/schema.ts';
import type { Db } from '../../platform/db/db.ts';
import { arrayGiven, prepared } from '../../platform/db/prepared.ts';
import type { Card } from '../../platform/http/principal.ts';

const PUBLIC = ['id', 'phone', 'role', 'first_name', 'last_name', 'father_name', 'email'] as const;

const isEmailConfirmed = sql<boolean>`email_confirmed_at is not null`.as('is_email_confirmed');

const ACCOUNT = ['id', 'role', 'password_hash', 'is_active', 'switched_off_at', 'organization_id'] as const;

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
  position: Position | null;
  is_active: boolean;
  time_zone: string | null;
  session: string | null;
  lives: boolean | null;
};

/** User and session that a token names. */
export type SessionClaim = { userId: string; sessionId: string | null };

const inSessions = prepared<AccountInSession, [users: string[], sessions: (string | null)[], over: Date]>(`
  select ${PUBLIC.map((column) => `u.${column}`)}, u.email_confirmed_at is not null as is_email_confirmed,
    u.organization_id, u.position, o.name as organization_name, o.time_zone,
    u.is_active and u.switched_off_at is null as is_active,
    s.id as session, s.revoked_at is null and s.created_at > $3 as lives
  from users u
    left join sessions s on s.user_id = u.id and s.id = any(${arrayGiven(2, 'uuid')})
    left join organizations o on o.id = u.organization_id
  where u.id = any(${arrayGiven(1, 'uuid')})`);

/** Place of an employee. */
export type Place = { organization_id: string; position: Position };

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

  /** A new organization, to be named by its people unless it is named here; its id. */
  async insertOrganization(at: Date, named: { name?: string; inn?: string } = {}): Promise<string> {
    const id = randomUUIDv7();
    await db
      .insertInto('organizations')
      .values({ name: 'Организация', ...named, id, created_at: at, updated_at: at })
      .execute();
    return id;
  },

  async deleteOrganizations(ids: readonly string[]) {
    if (ids.length > 0) await db.deleteFrom('organizations').where('id', 'in', ids).execute();
  },

  /** Asked by the text of the id: an operator may type anything. */
  hasOrganization: async (id: string) =>
    (await db
      .selectFrom('organizations')
      .select('id')
      .where(sql`id::text`, '=', id.toLowerCase())
      .executeTakeFirst()) !== undefined,

  isEmpty: async () => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined,

  findByPhone: (phone: string): Promise<Account | undefined> =>
    db.selectFrom('users').select(ACCOUNT).where('phone', '=', phone).executeTakeFirst(),

  /** Holds a user's row until the transaction ends: of a new session and a new password, one comes after the other. */
  findLocked: (id: string): Promise<Account | undefined> =>
    db.selectFrom('users').select(ACCOUNT).where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

  /**
   * Users together with the sessions that callers claim, in the order of the claims; a session's fields are null when there is none.
   * Sessions begun by `over` live no more.
   */
  async findInSessions(
    claims: readonly SessionClaim[],
    over: Date,
  ): Promise<readonly (AccountInSession | undefined)[]> {
    const idsOf = <Id>(ids: readonly Id[]) => [...new Set(ids)];
    const rows = await inSessions(
      db,
      idsOf(claims.map(({ userId }) => userId)),
      idsOf(claims.map(({ sessionId }) => sessionId)),
      over,
    );
    return claims.map(({ userId, sessionId }) => {
      const own = rows.filter(({ id }) => id === userId);
      const [user] = own;
      return (
        own.find(({ session }) => session === sessionId) ?? (user && { ...user, session: null, lives: null })
      );
    });
  },

  /** Time zone of the organization that has the oldest card of a person: asked by itself, since cards are on every shard. */
  async findTimeZoneOfCards(userId: string): Promise<string | undefined> {
    const found = await db
      .selectFrom('partners as p')
      .innerJoin('organizations as o', 'o.id', 'p.organization_id')
      .select('o.time_zone')
      .where('p.user_id', '=', userId)
      .orderBy('p.created_at')
      .orderBy('p.organization_id')
      .limit(1)
      .executeTakeFirst();
    return found?.time_zone;
  },

  /** Support addresses of organizations. */
  findSupport: (organizationIds: readonly string[]) =>
    db
      .selectFrom('organizations')
      .select(['name as organization', 'support_url as url'])
      .where('id', 'in', [...organizationIds])
      .orderBy('name')
      .orderBy('id')
      .execute(),

  /** Cards of a person: asked by itself, as its time zone is. */
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
      .returning(PUBLIC)
      .returning(isEmailConfirmed)
      .executeTakeFirstOrThrow(),

  findEmail: async (id: string): Promise<string> =>
    (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email,

  /** Ends the recovery codes and links of a user that have not been used. */
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

  /** Shuts a person out on behalf of an organization. Its sessions are to be ended with it. */
  async switchOff(id: string, organizationId: string, at: Date) {
    await db
      .updateTable('users')
      .set({ switched_off_at: at, switched_off_by: organizationId, updated_at: at })
      .where('id', '=', id)
      .execute();
  },

  async switchOn(id: string, at: Date) {
    await db
      .updateTable('users')
      .set({ switched_off_at: null, switched_off_by: null, updated_at: at })
      .where('id', '=', id)
      .execute();
  },

  /** Gives a person a place in an organization. */
  async employ(id: string, place: Place, at: Date) {
    await db
      .updateTable('users')
      .set({
        ...place,
        role: 'organization',
        owner_since: place.position === 'owner' ? at : null,
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
