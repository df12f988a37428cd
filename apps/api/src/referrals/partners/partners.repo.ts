import type {
  Partner,
  PartnerExportQuery,
  PartnerFilters,
  PartnerQuery,
} from '@referral-dashboard/api-contract';
import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import { selectHistory } from '../../audit/index.ts';
import type { PartnersTable } from '../../database/tables/partners.ts';
import { type BalancesSource, balancesAt, hasMatured, lastMomentOf } from '../../money/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions } from '../../platform/db/lists/conditions.ts';
import { inOrder, readPage } from '../../platform/db/lists/page.ts';
import { contains } from '../../platform/db/lists/search.ts';
import { awaitsDecision } from '../applications/open-applications.ts';

/** Maximum number of history entries of a card that are read. */
const HISTORY = 100;

const OF_PARTNER = sql`n.organization_id = p.organization_id and n.partner_id = p.id`;
const LAST_LEAD = sql<Date | null>`(select max(n.created_at) from leads n where ${OF_PARTNER} and n.status <> 'duplicate')`;

const EARNED = sql<number>`coalesce(b.hold_kop + b.review_kop + b.available_kop + b.reserved_kop + b.paid_kop, 0)`;
// Holds that have ended but still have the status `hold`. There are few, because a job updates them.
const matured = (now: Date) => sql<number>`(
  select coalesce(sum(a.amount_kop), 0)::bigint from accruals a
  where a.organization_id = p.organization_id and a.partner_id = p.id and ${hasMatured(now)})`;
const available = (now: Date) => sql<number>`(coalesce(b.available_kop, 0) + ${matured(now)})`;
const countLeads = (state: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(sum(n.leads), 0)::int from lead_totals n where ${OF_PARTNER} and ${state})`;
const LEADS = countLeads(sql`n.status <> 'duplicate'`);
const WON = countLeads(sql`n.status = 'won'`);

const invitedUntil = (now: Date) => sql<Date | null>`(
  select n.expires_at from invitations n
  where ${OF_PARTNER} and n.used_at is null and n.revoked_at is null and n.expires_at > ${now}
    and (p.status = 'invited' or (p.status = 'active' and p.user_id is null)))`;

const keysAt = (moment: Date) =>
  ({
    name: { column: sql`p.name_key`, kind: 'text' },
    created_at: { column: sql`p.created_at`, kind: 'time' },
    // Partners without leads sort as the oldest.
    last_lead_at: { column: sql`coalesce(${LAST_LEAD}, 'epoch'::timestamptz)`, kind: 'time' },
    leads: { column: LEADS, kind: 'number' },
    won: { column: WON, kind: 'number' },
    earned_kop: { column: EARNED, kind: 'number' },
    available_kop: { column: available(moment), kind: 'number' },
  }) as const;

const all = (db: BalancesSource, organizationId: string) =>
  db
    .selectFrom('partners as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .where('p.organization_id', '=', organizationId);

/** Rows of partners. `balances.moment` decides which holds of its balances have ended. */
const rows = (balances: Balances, organizationId: string, now: Date) =>
  all(balances.source, organizationId)
    .leftJoin('partner_balances as b', (join) =>
      join.onRef('b.organization_id', '=', 'p.organization_id').onRef('b.partner_id', '=', 'p.id'),
    )
    .selectAll('p')
    .select([
      'o.time_zone',
      sql<string | null>`p.employed_until::text`.as('employed_day'),
      sql<string | null>`p.contract_date::text`.as('contract_day'),
      LAST_LEAD.as('last_lead_at'),
      EARNED.as('earned_kop'),
      sql<number>`coalesce(b.hold_kop, 0) - ${matured(balances.moment)}`.as('hold_kop'),
      sql<number>`coalesce(b.review_kop, 0)`.as('review_kop'),
      available(balances.moment).as('available_kop'),
      sql<number>`coalesce(b.reserved_kop, 0)`.as('reserved_kop'),
      sql<number>`coalesce(b.paid_kop, 0)`.as('paid_kop'),
      sql<number>`(select count(*)::int from enrollments n where ${OF_PARTNER} and n.status in ('active', 'paused'))`.as(
        'programs',
      ),
      sql<number>`(
        select coalesce(sum(n.clicks), 0)::int from partner_spans n
        where ${OF_PARTNER} and n.days = 0 and n.first_day = '1970-01-01')`.as('clicks'),
      LEADS.as('leads'),
      WON.as('won'),
      invitedUntil(now).as('invited_until'),
      sql<Partner['sign_in']>`coalesce((
        select case when u.switched_off_at is null then 'on' else 'off' end from users u where u.id = p.user_id), 'none')`.as(
        'sign_in',
      ),
    ]);

type PartnerRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** Converts a row into the API object. */
export const partnerView = ({ programs, clicks, leads, won, last_lead_at, ...row }: PartnerRow): Partner => ({
  ...row,
  invitation: row.invited_until && { expires_at: row.invited_until.toISOString() },
  figures: { programs, clicks, leads, won },
  balance: row,
  employed_until: row.employed_day,
  contract_date: row.contract_day,
  last_lead_at: last_lead_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

function conditions({
  status,
  program,
  kind,
  awaits_decision,
  search,
}: PartnerFilters & Pick<PartnerQuery, 'status'>) {
  const predicates = [];
  if (status) predicates.push(sql<SqlBool>`p.status = any(${status})`);
  if (kind) predicates.push(sql<SqlBool>`p.kind = any(${kind})`);
  if (awaits_decision) predicates.push(awaitsDecision);
  if (search) predicates.push(contains(sql`p.search_text`, search));
  if (program) {
    predicates.push(
      sql<SqlBool>`exists (select from enrollments n where ${OF_PARTNER} and n.program_id = any(${program}::uuid[]))`,
    );
  }
  return joinConditions(predicates);
}

type Balances = { source: BalancesSource; moment: Date };

/** Returns the balances at the end of a past day; undefined for the current ones. @throws ApiError 400 for a day in the future. */
async function balancesFor(
  db: Db,
  organizationId: string,
  day: string | undefined,
  now: Date,
): Promise<Balances> {
  if (day === undefined) return { source: db, moment: now };
  const moment = await lastMomentOf(db, organizationId, day, now);
  return { source: balancesAt(db, organizationId, moment), moment };
}

/** Queries for partners. */
export const partnersRepo = (db: Db) => ({
  async page(organizationId: string, query: PartnerQuery, now: Date) {
    const balances = await balancesFor(db, organizationId, query.at, now);
    const partners = rows(balances, organizationId, now).where(conditions(query));
    const page = await readPage(partners, keysAt(balances.moment), sql`p.id`, query);
    return { ...page, results: page.results.map(partnerView) };
  },

  /** All partners that match a filter, to be read in batches. */
  async all(organizationId: string, query: PartnerExportQuery, now: Date) {
    const balances = await balancesFor(db, organizationId, query.at, now);
    const year = sql`extract(year from ${balances.moment}::timestamptz at time zone o.time_zone)`;
    return inOrder(
      rows(balances, organizationId, now)
        .select([
          sql<string>`${year}::text`.as('tax_year'),
          sql<number>`(
            select coalesce(sum(n.sign * n.amount_kop), 0)::bigint from payment_movements n
            where ${OF_PARTNER} and n.entered_at <= ${balances.moment} and extract(year from n.day) = ${year})`.as(
            'paid_in_year_kop',
          ),
        ])
        .where(conditions(query)),
      keysAt(balances.moment),
      sql`p.id`,
      query.ordering,
    );
  },

  /** The first partners that match a search text, newest first. */
  search: (organizationId: string, search: string, limit: number) =>
    all(db, organizationId)
      .where(conditions({ search }))
      .select(['p.id', 'p.name', 'p.status'])
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(limit)
      .execute(),

  counts: (organizationId: string, filters: PartnerFilters) =>
    all(db, organizationId)
      .where(conditions(filters))
      .select(['p.status', sql<number>`count(*)::int`.as('count')])
      .groupBy('p.status')
      .execute(),

  async find(organizationId: string, id: string, now: Date): Promise<Partner | undefined> {
    const row = await rows({ source: db, moment: now }, organizationId, now)
      .where('p.id', '=', id)
      .executeTakeFirst();
    return row && partnerView(row);
  },

  history: (organizationId: string, id: string) =>
    selectHistory(db, { organizationId, kind: 'partner', objectId: id })
      .where('e.action', 'not in', ['partner.export', 'partner.shared-requisites'])
      .limit(HISTORY)
      .execute(),

  findLocked: (organizationId: string, id: string) =>
    db
      .selectFrom('partners')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),

  async insert(partners: readonly Insertable<PartnersTable>[]) {
    await db.insertInto('partners').values(partners).execute();
  },

  /** Updates a card and increments its version. */
  async update(organizationId: string, id: string, change: Updateable<PartnersTable>) {
    await db
      .updateTable('partners')
      .set({ ...change, version: sql`version + 1` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});
