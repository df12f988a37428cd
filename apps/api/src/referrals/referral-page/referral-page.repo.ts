import { type SqlBool, sql } from 'kysely';
import { DAY_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

export type Target = Awaited<ReturnType<ReturnType<typeof targets>['executeTakeFirstOrThrow']>>;

export type Visit = {
  id: string;
  at: Date;
  visitor: string;
  referrerHost: string;
  utm: Record<string, string>;
  isBot: boolean;
};

/** Maximum number of visits of a link per day that are stored as rows. Further visits are only counted. */
const MAX_STORED_VISITS = 10_000;

const targets = (db: Db) =>
  db
    .selectFrom('links as l')
    .innerJoin('enrollments as e', (join) =>
      join.onRef('e.organization_id', '=', 'l.organization_id').onRef('e.id', '=', 'l.enrollment_id'),
    )
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'l.organization_id').onRef('card.id', '=', 'l.partner_id'),
    )
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'l.organization_id').onRef('p.id', '=', 'l.program_id'),
    )
    .innerJoin('organizations as o', 'o.id', 'l.organization_id')
    .leftJoin('organization_logos as logo', 'logo.organization_id', 'l.organization_id')
    .leftJoin('program_spending as s', (join) =>
      join.onRef('s.organization_id', '=', 'p.organization_id').onRef('s.program_id', '=', 'p.id'),
    )
    .leftJoin('consent_texts as c', (join) =>
      join.onRef('c.organization_id', '=', 'p.organization_id').onRef('c.id', '=', 'p.consent_text_id'),
    )
    .select([
      'l.organization_id',
      'l.id as link_id',
      'l.program_id',
      'l.partner_id',
      'l.active',
      'e.status as enrollment_status',
      'card.status as card_status',
      'card.company_name',
      'card.first_name',
      'card.last_name',
      'p.status',
      'p.starts_at',
      'p.ends_at',
      'p.landing',
      'p.landing_mode',
      'p.landing_url',
      'p.attribution',
      'p.ad_label',
      'p.ad_erid',
      'p.attribution_window_days',
      'p.budget_kop',
      sql<number>`coalesce(s.spent_kop, 0)`.as('spent_kop'),
      'o.name as organization_name',
      'o.legal_name',
      'o.privacy_policy_url',
      'o.support_url',
      'o.brand_color',
      'logo.id as logo',
      'c.id as consent_id',
      'c.version as consent_version',
      'c.text as consent_text',
    ]);

const findLink = (db: Db, organizationId: string, linkId: string): Promise<Target | undefined> =>
  targets(db).where('l.organization_id', '=', organizationId).where('l.id', '=', linkId).executeTakeFirst();

/** Queries for the link, program, partner and organization of a referral code. */
export const referralPageRepo = (db: Db) => ({
  async find(code: string): Promise<Target | undefined> {
    // The table of codes is global. The other tables are read with the organization id that it returns.
    const codeRow = await db
      .selectFrom('link_codes')
      .select(['organization_id', 'link_id'])
      .where('code', '=', code.toLowerCase())
      .executeTakeFirst();
    return codeRow && findLink(db, codeRow.organization_id, codeRow.link_id);
  },

  findLink: findLink.bind(null, db),

  /** The version of the consent text that a visitor read. */
  consentText: ({ organization_id, program_id }: Target, version: number) =>
    db
      .selectFrom('consent_texts')
      .select('id')
      .where('organization_id', '=', organization_id)
      .where('program_id', '=', program_id)
      .where('version', '=', version)
      .executeTakeFirst(),

  /** A visit of this link that is recent enough. */
  click: ({ organization_id, link_id }: Target, id: string, since: Date) =>
    db
      .selectFrom('clicks')
      .select(['id', 'utm', 'referrer_host'])
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .where('link_id', '=', link_id)
      .where('at', '>=', since)
      .executeTakeFirst(),

  /** A visit of any link of an organization. */
  clickById: (organizationId: string, id: string) =>
    db
      .selectFrom('clicks')
      .select(['id', 'link_id', 'at', 'utm', 'referrer_host'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Stores a visit and counts it. Visits of robots are stored but not counted. */
  record: ({ organization_id, link_id }: Target, visit: Visit) =>
    db.transaction().execute(async (trx) => {
      const day = sql<string>`(${visit.at}::timestamptz at time zone
        (select o.time_zone from organizations o where o.id = ${organization_id}))::date`;
      if (!visit.isBot) {
        // This also serializes visits of one link, so that a visitor is unique only once.
        const { clicks } = await trx
          .insertInto('click_days')
          .values({ organization_id, link_id, day, clicks: 1, unique_clicks: 0 })
          .onConflict((clash) =>
            clash
              .columns(['organization_id', 'link_id', 'day'])
              .doUpdateSet({ clicks: sql`click_days.clicks + 1` }),
          )
          .returning('clicks')
          .executeTakeFirstOrThrow();
        if (clicks > MAX_STORED_VISITS) return;
      }
      const counted = await trx
        .selectFrom('clicks')
        .select('id')
        .where('organization_id', '=', organization_id)
        .where('link_id', '=', link_id)
        .where('visitor', '=', visit.visitor)
        .where('at', '>', new Date(visit.at.getTime() - DAY_MS))
        .where('is_bot', '=', false)
        .limit(1)
        .executeTakeFirst();
      const is_unique = !visit.isBot && counted === undefined;
      await trx
        .insertInto('clicks')
        .values({
          organization_id,
          id: visit.id,
          link_id,
          at: visit.at,
          visitor: visit.visitor,
          is_unique,
          referrer_host: visit.referrerHost,
          utm: JSON.stringify(visit.utm),
          is_bot: visit.isBot,
        })
        .execute();
      if (!is_unique) return;
      await trx
        .updateTable('click_days')
        .set({ unique_clicks: sql`unique_clicks + 1` })
        .where('organization_id', '=', organization_id)
        .where('link_id', '=', link_id)
        .where(sql<SqlBool>`day = ${day}`)
        .execute();
    }),
});
