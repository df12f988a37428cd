import { type Insertable, sql } from 'kysely';
import type { InvitationsTable } from '../../database/tables/invitations.ts';
import type { Db } from '../../platform/db/db.ts';

/** Token of a link, by its hash, and while it works. */
export type NewToken = Pick<Insertable<InvitationsTable>, 'token_hash' | 'created_at' | 'expires_at'>;

/** Predicate: the person of a card `p` has yet to join: it was invited, or applied and was approved. */
const isAwaited = sql`(p.status = 'invited' or (p.status = 'active' and p.user_id is null))`;

/** The invitations table, and the cards that invitations are to. */
export const invitationsRepo = (db: Db) => ({
  async insert(invitation: Insertable<InvitationsTable>) {
    await db.insertInto('invitations').values(invitation).execute();
  },

  /** Ends the links of a card that have not been used. @returns whether there was one. */
  async revoke(organizationId: string, partnerId: string, at: Date): Promise<boolean> {
    const ended = await db
      .updateTable('invitations')
      .set({ revoked_at: at })
      .where('organization_id', '=', organizationId)
      .where('partner_id', '=', partnerId)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning(['id', 'expires_at'])
      .execute();
    return ended.some(({ expires_at }) => expires_at > at);
  },

  /** A link that may be used, with whom it is to: the person of a card, or an employee. */
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

  /** Holds a card until the transaction ends: what is done about its links happens one after another. */
  lockCard: (organizationId: string, id: string) =>
    db
      .selectFrom('partners')
      .select(['status', 'user_id'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),

  /** Invitations of employees that wait for their person, the latest first. */
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

  /** Ends the links of an employee that have not been used. @returns those that could still be used. */
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

  /** An invitation of an employee that was neither used nor taken back. */
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

  /** Gives an invitation of an employee another token. Nothing for one that was used or taken back. */
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

  /** Holds a link until the transaction ends: of two who use it one is too late. */
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
