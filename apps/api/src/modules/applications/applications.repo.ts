import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { ApplicationsTable } from '../../platform/db/tables/applications.ts';
import type { EnrollmentsTable, PartnersTable } from '../../platform/db/tables/partners.ts';

type Verdict = { status: ApplicationsTable['status']; reason: string; decided_at: Date | null };

/** Applications, and the cards and places they ask for. */
export const applicationsRepo = (db: Db) => ({
  /** The program that a code of /join/{code} names, with its organization. */
  find: (code: string) =>
    db
      .selectFrom('programs as p')
      .innerJoin('organizations as o', 'o.id', 'p.organization_id')
      .leftJoin('organization_logos as logo', 'logo.organization_id', 'o.id')
      .select(['p.organization_id', 'p.id', 'p.name', 'p.description', 'p.status', 'p.join_policy'])
      .select(['p.starts_at', 'p.ends_at'])
      .select(['o.name as organization_name', 'o.legal_name', 'o.inn', 'o.privacy_policy_url'])
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
   * The card of a phone: a new one unless the organization has one already, with a place in the program for a new one. The same
   * statements are run either way, so that neither answer nor work tell which.
   */
  async takeCard(card: Insertable<PartnersTable>, place: Insertable<EnrollmentsTable>) {
    await db
      .insertInto('partners')
      .values(card)
      .onConflict((known) => known.constraint('partners_phone').doNothing())
      .execute();
    const { id } = await db
      .selectFrom('partners')
      .select('id')
      .where('organization_id', '=', card.organization_id)
      .where('phone', '=', card.phone)
      .executeTakeFirstOrThrow();
    const isRepeat = id !== card.id;
    await sql`
      insert into enrollments (organization_id, id, program_id, partner_id, status, created_at, updated_at)
      select ${place.organization_id}::uuid, ${place.id}::uuid, ${place.program_id}::uuid, ${id}::uuid, ${place.status},
        ${place.created_at}::timestamptz, ${place.updated_at}::timestamptz
      where not ${isRepeat}::boolean`.execute(db);
    return { id, isRepeat };
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
      .select(['a.status', 'a.reason', 'a.created_at', 'o.name as organization', 'p.name as program'])
      .where('a.token_hash', '=', tokenHash)
      .executeTakeFirst(),

  /** A pending application whose sender may prove the phone. */
  proven: (tokenHash: string) =>
    db
      .selectFrom('applications as a')
      .innerJoin('programs as p', (join) =>
        join.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.program_id'),
      )
      .select(['a.organization_id', 'a.id', 'a.program_id', 'a.partner_id', 'a.given', 'p.join_policy'])
      .where('a.token_hash', '=', tokenHash)
      .where('a.status', '=', 'pending')
      .executeTakeFirst(),

  /** Holds a card until the transaction ends. */
  lockCard: (organizationId: string, id: string) =>
    db
      .selectFrom('partners')
      .select(['status', 'user_id'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),

  async seat(organizationId: string, id: string, change: Updateable<PartnersTable>) {
    await db
      .updateTable('partners')
      .set({ ...change, version: sql`version + 1` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },

  async approve(organizationId: string, id: string, at: Date) {
    await db
      .updateTable('applications')
      .set({ status: 'approved', decided_at: at })
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
      .select(['a.id', 'a.status', 'a.reason', 'a.is_repeat', 'a.created_at', 'a.decided_at', 'a.ip'])
      .select(['p.id as program_id', 'p.name as program_name'])
      .select(['offer.version as offer_version', 'offer.sha256 as offer_sha256', 'offer.text as offer_text'])
      .select(['data.version as data_version', 'data.sha256 as data_sha256', 'data.text as data_text'])
      .where('a.organization_id', '=', organizationId)
      .where('a.partner_id', '=', partnerId)
      .orderBy('a.created_at', 'desc')
      .orderBy('a.id')
      .limit(50)
      .execute(),

  /** Gives a partner's applications that are in some states another one. @returns the programs they are for. */
  decide: (
    organizationId: string,
    partnerId: string,
    from: ApplicationsTable['status'][],
    verdict: Verdict,
  ) =>
    db
      .updateTable('applications')
      .set(verdict)
      .where('organization_id', '=', organizationId)
      .where('partner_id', '=', partnerId)
      .where('status', 'in', from)
      .returning('program_id')
      .execute(),

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
