import { type Insertable, sql } from 'kysely';
import type { InvitationsTable } from '../../database/tables/invitations.ts';
import type { Db } from '../../platform/db/db.ts';

/** Token hash and validity of a link. */
export type NewToken = Pick<Insertable<InvitationsTable>, 'token_hash' | 'created_at' | 'expires_at'>;

/** SQL condition: the card `p` is invited, or approved but without a user. */
const isAwaited = sql`(p.status = 'invited' or (p.status = 'active' and p.user_id is null))`;

/** Queries for invitations and the cards that they belong to. */
export const invitationsRepo = (db: Db) => ({
  async insert(invitation: Insertable<InvitationsTable>) {
    await db.insertInto('invitations').values(invitation).execute();
  },

  /** Revokes the unused links of a card. @returns whether one of them was still valid. */
  async revoke(organizationId: string, partnerId: string, at: Date): Promise<boolean> {
    const revoked = await db
      .updateTable('invitations')
      .set({ revoked_at: at })
      .where('organization_id', '=', organizationId)
      .where('partner_id', '=', partnerId)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning(['id', 'expires_at'])
      .execute();
    return revoked.some(({ expires_at }) => expires_at > at);
  },

  /** Returns a valid link with the name and phone of the invited partner or employee. */
  find: (tokenHash: string, now: Date) =>
    db
      .selectFrom('invitations as i')
      .leftJoin('partners as p', (join) =>
        join.onRef('p.organization_id', '=', 'i.organization_id').onRef('p.id', '=', 'i.partner_id'),
      )
      .innerJoin('organizations as o', 'o.id', 'i.organization_id')
      .select(['i.id', 'i.kind', 'i.expires_at', 'i.organization_id', 'i.partner_id', 'i.position'])
      .select([
        sql<string>`coalesce(p.phone, i.phone)`.as('phone'),
        sql<string>`coalesce(p.last_name, i.last_name)`.as('last_name'),
        sql<string>`coalesce(p.first_name, i.first_name)`.as('first_name'),
        sql<string>`coalesce(p.father_name, i.father_name)`.as('father_name'),
        sql<string>`coalesce(p.name, concat_ws(' ', nullif(i.last_name, ''), nullif(i.first_name, ''),
                    nullif(i.father_name, '')))`.as('name'),
      ])
      .select('o.name as organization')
      .where('i.token_hash', '=', tokenHash)
      .where('i.used_at', 'is', null)
      .where('i.revoked_at', 'is', null)
      .where('i.expires_at', '>', now)
      .where((where) => where.or([where('i.kind', '=', 'employee'), sql<boolean>`${isAwaited}`]))
      .executeTakeFirst(),

  /** Unused invitations of employees, the newest first. */
  ofEmployees: (organizationId: string) =>
    db
      .selectFrom('invitations')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('kind', '=', 'employee')
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(500)
      .execute(),

  /** Revokes the unused links of an employee. @returns the revoked rows. */
  revokeEmployee: (organizationId: string, by: { id: string } | { phone: string }, at: Date) =>
    db
      .updateTable('invitations')
      .set({ revoked_at: at })
      .where('organization_id', '=', organizationId)
      .where('kind', '=', 'employee')
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('id' in by ? 'id' : 'phone', '=', 'id' in by ? by.id : by.phone)
      .returningAll()
      .execute(),

  /** Returns the phone of an invitation of an employee that is neither used nor revoked. */
  waiting: (organizationId: string, id: string) =>
    db
      .selectFrom('invitations')
      .select('phone')
      .where('organization_id', '=', organizationId)
      .where('kind', '=', 'employee')
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Replaces the token of an invitation of an employee. Returns undefined for a used or revoked one. */
  renewEmployee: (organizationId: string, id: string, link: NewToken) =>
    db
      .updateTable('invitations')
      .set(link)
      .where('organization_id', '=', organizationId)
      .where('kind', '=', 'employee')
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),

  /** Locks a link until the transaction ends, so that it is used only once. */
  lockLink: (organizationId: string, id: string) =>
    db
      .selectFrom('invitations')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),

  async use(organizationId: string, id: string, userId: string, at: Date) {
    await db
      .updateTable('invitations')
      .set({ used_at: at, used_by: userId })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});

export type FoundInvitation = NonNullable<Awaited<ReturnType<ReturnType<typeof invitationsRepo>['find']>>>;
