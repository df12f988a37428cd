import type { RewardEvent } from '@referral-dashboard/api-contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { ApplicationsTable } from '../../database/tables/applications.ts';
import type { EnrollmentsTable, PartnersTable } from '../../database/tables/partners.ts';
import type { Db } from '../../platform/db/db.ts';
import { REWARD_RULE_COLUMNS } from '../programs/programs.repo.ts';
import { defaultGroup } from '../programs/terms/own-rule.ts';

/** Queries for applications and for the cards and enrollments that they request. */
export const applicationsRepo = (db: Db) => ({
  /** The program with the code of /join/{code}, the reward that new partners get, and its organization. */
  find: (code: string) =>
    db
      .selectFrom('programs as p')
      .innerJoin('organizations as o', 'o.id', 'p.organization_id')
      .leftJoin('program_groups as g', (join) =>
        join
          .onRef('g.organization_id', '=', 'p.organization_id')
          .onRef('g.program_id', '=', 'p.id')
          .on('g.is_default', '=', true),
      )
      .leftJoin('reward_rules as r', (join) =>
        join
          .onRef('r.organization_id', '=', 'p.organization_id')
          .on('r.id', '=', sql<string>`coalesce(g.reward_rule_id, p.reward_rule_id)`),
      )
      .leftJoin('organization_logos as logo', 'logo.organization_id', 'o.id')
      .select(['p.organization_id', 'p.id', 'p.name', 'p.description', 'p.status', 'p.join_policy'])
      .select(['p.starts_at', 'p.ends_at'])
      .select(sql<RewardEvent>`coalesce(r.event, p.reward_event)`.as('reward_event'))
      .select(REWARD_RULE_COLUMNS)
      .select([
        'o.name as organization_name',
        'o.legal_name',
        'o.inn',
        'o.privacy_policy_url',
        'o.support_url',
      ])
      .select([
        'o.brand_color',
        'o.partner_kinds',
        'o.withholds_tax_since',
        'o.payment_terms',
        'logo.id as logo',
      ])
      .where('p.join_code', '=', code)
      .where('p.status', '<>', 'draft')
      .executeTakeFirst(),

  /**
   * Inserts a card with an enrollment in the program. An existing card with the same phone is used instead. New and previously rejected cards get
   * the status `pending`. The same statements run in every case, so that the response and its time do not reveal whether the phone is
   * known.
   */
  async takeCard(card: Insertable<PartnersTable>, enrollment: Insertable<EnrollmentsTable>) {
    await db
      .insertInto('partners')
      .values(card)
      .onConflict((known) => known.constraint('partners_phone').doNothing())
      .execute();
    const { id, status, is_applicants } = await db
      .selectFrom('partners as p')
      .select(['p.id', 'p.status'])
      .select(
        sql<boolean>`p.user_id is null and exists (
          select from applications a where a.organization_id = p.organization_id and a.partner_id = p.id
          and not a.is_repeat)`.as('is_applicants'),
      )
      .where('p.organization_id', '=', card.organization_id)
      .where('p.phone', '=', card.phone)
      .forUpdate('p')
      .executeTakeFirstOrThrow();
    const isRepeat = id !== card.id;
    const wasRejected = isRepeat && status === 'rejected';
    await sql`
      update partners set status = 'pending', status_reason = '', updated_at = ${card.updated_at}, version = version + 1
      where organization_id = ${card.organization_id} and id = ${id} and ${wasRejected}::boolean`.execute(db);
    await sql`
      insert into enrollments (organization_id, id, program_id, partner_id, status, group_id, created_at, updated_at)
      select ${enrollment.organization_id}::uuid, ${enrollment.id}::uuid, ${enrollment.program_id}::uuid, ${id}::uuid, ${enrollment.status},
        ${defaultGroup(enrollment.organization_id, enrollment.program_id)}, ${enrollment.created_at}::timestamptz, ${enrollment.updated_at}::timestamptz
      where ${!isRepeat || wasRejected}::boolean
      on conflict on constraint enrollments_once do update set status = 'pending', updated_at = excluded.updated_at
      where enrollments.status in ('rejected', 'left')`.execute(db);
    return { id, isRepeat, wasRejected, mayJoin: !isRepeat || (wasRejected && is_applicants) };
  },

  async insert(application: Insertable<ApplicationsTable>) {
    await db.insertInto('applications').values(application).execute();
  },

  state: (tokenHash: string) =>
    db
      .selectFrom('applications as a')
      .innerJoin('organizations as o', 'o.id', 'a.organization_id')
      .innerJoin('programs as p', (join) =>
        join.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.program_id'),
      )
      .innerJoin('partners as card', (join) =>
        join.onRef('card.organization_id', '=', 'a.organization_id').onRef('card.id', '=', 'a.partner_id'),
      )
      .select(['a.status', 'a.reason', 'a.created_at', 'o.name as organization', 'p.name as program'])
      .select(['a.may_join', 'card.user_id'])
      .where('a.token_hash', '=', tokenHash)
      .executeTakeFirst(),

  /** An approved application whose sender may join its card. The card has no user yet. */
  approved: (tokenHash: string) =>
    db
      .selectFrom('applications as a')
      .innerJoin('partners as card', (join) =>
        join.onRef('card.organization_id', '=', 'a.organization_id').onRef('card.id', '=', 'a.partner_id'),
      )
      .select(['a.organization_id', 'a.partner_id', 'a.submitted', 'card.phone'])
      .where('a.token_hash', '=', tokenHash)
      .where('a.status', '=', 'approved')
      .where('a.may_join', '=', true)
      .where('card.user_id', 'is', null)
      .where('card.status', '=', 'active')
      .executeTakeFirst(),

  /** A pending application whose sender may prove the phone. */
  proven: (tokenHash: string) =>
    db
      .selectFrom('applications as a')
      .innerJoin('programs as p', (join) =>
        join.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.program_id'),
      )
      .select(['a.organization_id', 'a.id', 'a.program_id', 'a.partner_id', 'a.submitted', 'p.join_policy'])
      .where('a.token_hash', '=', tokenHash)
      .where('a.status', '=', 'pending')
      .executeTakeFirst(),

  contacts: (organizationId: string, id: string) =>
    db
      .selectFrom('partners')
      .select(['user_id', 'phone', 'email'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),

  async setCard(organizationId: string, id: string, change: Updateable<PartnersTable>) {
    await db
      .updateTable('partners')
      .set({ ...change, version: sql`version + 1` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },

  ofPartner: (organizationId: string, partnerId: string) =>
    db
      .selectFrom('applications as a')
      .innerJoin('programs as p', (join) =>
        join.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.program_id'),
      )
      .innerJoin('documents as offer', (join) =>
        join.onRef('offer.organization_id', '=', 'a.organization_id').onRef('offer.id', '=', 'a.offer_id'),
      )
      .innerJoin('documents as data', (join) =>
        join
          .onRef('data.organization_id', '=', 'a.organization_id')
          .onRef('data.id', '=', 'a.personal_data_id'),
      )
      .select(['a.id', 'a.status', 'a.reason', 'a.comment', 'a.submitted'])
      .select(['a.is_repeat', 'a.created_at', 'a.decided_at', 'a.ip'])
      .select(['p.id as program_id', 'p.name as program_name'])
      .select(['offer.version as offer_version', 'offer.sha256 as offer_sha256', 'offer.text as offer_text'])
      .select(['data.version as data_version', 'data.sha256 as data_sha256', 'data.text as data_text'])
      .where('a.organization_id', '=', organizationId)
      .where('a.partner_id', '=', partnerId)
      .orderBy('a.created_at', 'desc')
      .orderBy('a.id')
      .limit(50)
      .execute(),

  /** Programs that a partner has requested and the organization has not decided on, oldest request first. */
  async undecided(organizationId: string, partnerId: string) {
    const { rows } = await sql<{ program_id: string }>`
      select program_id from (
        select program_id, created_at as at from applications
        where organization_id = ${organizationId} and partner_id = ${partnerId} and status = 'pending'
        union all
        select program_id, updated_at from enrollments
        where organization_id = ${organizationId} and partner_id = ${partnerId} and status = 'pending'
      ) asked group by program_id order by min(at), program_id`.execute(db);
    return rows.map(({ program_id }) => program_id);
  },

  /** Requests to take part that have no pending application. */
  requests: (organizationId: string, partnerId: string) =>
    db
      .selectFrom('enrollments as e')
      .innerJoin('programs as p', (join) =>
        join.onRef('p.organization_id', '=', 'e.organization_id').onRef('p.id', '=', 'e.program_id'),
      )
      .select(['p.id', 'p.name', 'e.updated_at'])
      .where('e.organization_id', '=', organizationId)
      .where('e.partner_id', '=', partnerId)
      .where('e.status', '=', 'pending')
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('applications as a')
              .whereRef('a.organization_id', '=', 'e.organization_id')
              .whereRef('a.partner_id', '=', 'e.partner_id')
              .whereRef('a.program_id', '=', 'e.program_id')
              .where('a.status', '=', 'pending'),
          ),
        ),
      )
      .orderBy('e.updated_at')
      .orderBy('e.id')
      .execute(),

  /** Makes the latest rejected application of each program pending. Returns the programs. */
  async reopen(organizationId: string, partnerId: string) {
    const { rows } = await sql<{ program_id: string }>`
      update applications a set status = 'pending', reason = '', comment = '', decided_at = null
      where a.organization_id = ${organizationId} and a.partner_id = ${partnerId} and a.status = 'rejected'
        and not exists (
          select from applications later
          where later.organization_id = a.organization_id and later.partner_id = a.partner_id
            and later.program_id = a.program_id and (later.created_at, later.id) > (a.created_at, a.id))
      returning a.program_id`.execute(db);
    return rows.map(({ program_id }) => program_id);
  },

  joinCode: (organizationId: string, id: string) =>
    db
      .selectFrom('programs')
      .select('join_code')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  hasCard: async (organizationId: string, id: string) =>
    (await db
      .selectFrom('partners')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined,
});

export type JoinTarget = NonNullable<Awaited<ReturnType<ReturnType<typeof applicationsRepo>['find']>>>;
export type ProvenApplication = NonNullable<
  Awaited<ReturnType<ReturnType<typeof applicationsRepo>['proven']>>
>;
