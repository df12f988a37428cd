import type { ProgramStatus, ProgramTerms, RewardEvent } from '@referral-dashboard/api-contract';
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { ProgramsTable } from '../../database/tables/programs.ts';
import type { Db } from '../../platform/db/db.ts';
import { type PageRequest, readPage } from '../../platform/db/lists/page.ts';
import { contains, toSearchText } from '../../platform/db/lists/search.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { clickFigures, leadFigures, ofProgram, rewardFigures } from './program-figures.ts';
import { ownRule } from './terms/own-rule.ts';

export type ProgramFilters = { status?: ProgramStatus[] | undefined; search?: string | undefined };
export type ProgramRow = Awaited<ReturnType<ReturnType<typeof rowsFor>['executeTakeFirstOrThrow']>>;

/** Name for comparisons: case and spaces make no difference. */
export const nameKey = (name: string) => toSearchText(name);

/** Columns of terms, without those that are stored in rows of their own. */
export const toColumns = ({
  starts_at,
  ends_at,
  ...rest
}: Omit<ProgramTerms, 'reward' | 'consent_text' | 'landing'>) => ({
  ...rest,
  name_key: nameKey(rest.name),
  starts_at: starts_at === null ? null : new Date(starts_at),
  ends_at: ends_at === null ? null : new Date(ends_at),
});

const LEADS = sql<number>`coalesce(taken.leads, 0)::int`;
const WON = sql<number>`coalesce(taken.won, 0)::int`;
const REWARDS = sql<number>`coalesce(rewarded.rewards_kop, 0)::bigint`;

const KEYS = {
  name: { column: sql`p.name_key`, kind: 'text' },
  created_at: { column: sql`p.created_at`, kind: 'time' },
  updated_at: { column: sql`p.updated_at`, kind: 'time' },
  leads: { column: LEADS, kind: 'number' },
  won: { column: WON, kind: 'number' },
  rewards_kop: { column: REWARDS, kind: 'number' },
} as const;

// A partner sees the programs in which it is enrolled, except drafts, and the programs of its organizations that it may join now.
const reachable = (now: Date) => sql<SqlBool>`p.status <> 'draft' and (
  e.id is not null
  or (p.status = 'active' and p.join_policy <> 'closed' and card.status = 'active' and (p.ends_at is null or p.ends_at > ${now}))
)`;

/** Programs that a viewer may see, with the enrollment of the viewer in each. */
function visible(db: Db, viewer: Viewer, now: Date) {
  const userId = viewer.role === 'partner' ? viewer.userId : null;
  return db
    .selectFrom('programs as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .leftJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'p.organization_id').on('card.user_id', '=', userId),
    )
    .leftJoin('enrollments as e', (join) =>
      join
        .onRef('e.organization_id', '=', 'p.organization_id')
        .onRef('e.program_id', '=', 'p.id')
        .onRef('e.partner_id', '=', 'card.id'),
    )
    .where((where) =>
      viewer.role === 'organization'
        ? where('p.organization_id', '=', viewer.organizationId)
        : where.and([where('card.id', 'is not', null), reachable(now)]),
    );
}

/** Columns of the reward rule `r`. */
export const REWARD_RULE_COLUMNS = [
  'r.version as rule_version',
  'r.kind',
  'r.fixed_kop',
  'r.percent_bps',
  'r.tiers',
  'r.cap_per_lead_kop',
  'r.applies_to',
  'r.applies_to_limit',
  'r.base',
  'r.cap_per_client_kop',
  'r.cap_per_partner_kop',
  'r.cap_period',
  'r.measure',
  'r.period',
  'r.lines',
  'r.mode',
] as const;

/** Rule of the group that a partner would enter. */
const ruleAfterJoining = ({ role }: Viewer) =>
  role === 'organization'
    ? sql`null`
    : sql`(
      select entered.reward_rule_id from program_groups entered
      where entered.organization_id = p.organization_id and entered.program_id = p.id and entered.is_default and e.id is null)`;

/** Programs with their figures. A partner gets its own terms: personal ones, else those of its group. */
function rowsFor(db: Db, viewer: Viewer, now: Date) {
  return visible(db, viewer, now)
    .leftJoin('reward_rules as r', (join) =>
      join
        .onRef('r.organization_id', '=', 'p.organization_id')
        .on(
          'r.id',
          '=',
          sql<string>`coalesce(${ownRule(now)}, ${ruleAfterJoining(viewer)}, p.reward_rule_id)`,
        ),
    )
    .leftJoin('consent_texts as c', (join) =>
      join.onRef('c.organization_id', '=', 'p.organization_id').onRef('c.id', '=', 'p.consent_text_id'),
    )
    .leftJoin('program_spending as s', (join) =>
      join.onRef('s.organization_id', '=', 'p.organization_id').onRef('s.program_id', '=', 'p.id'),
    )
    .leftJoin(leadFigures(viewer).as('taken'), (join) => join.on(ofProgram('taken')))
    .leftJoin(clickFigures(viewer).as('visited'), (join) => join.on(ofProgram('visited')))
    .leftJoin(rewardFigures(viewer).as('rewarded'), (join) => join.on(ofProgram('rewarded')))
    .selectAll('p')
    .select([
      'o.name as organization_name',
      'o.privacy_policy_url',
      'o.time_zone',
      'card.id as partner_id',
      'e.id as enrollment_id',
      'e.status as enrollment_status',
      ...REWARD_RULE_COLUMNS,
      sql<RewardEvent>`coalesce(r.event, p.reward_event)`.as('reward_event'),
      sql<number>`coalesce(r.hold_days, p.hold_days)`.as('hold_days'),
      sql<string>`coalesce(r.label, '')`.as('terms'),
      'c.version as consent_version',
      'c.text as consent_text',
      sql<number>`(
        select count(*)::int from enrollments n
        where n.organization_id = p.organization_id and n.program_id = p.id and n.status in ('active', 'paused'))`.as(
        'partners',
      ),
      sql<number>`coalesce(visited.clicks, 0)::int`.as('clicks'),
      LEADS.as('leads'),
      WON.as('won'),
      REWARDS.as('rewards_kop'),
      sql<number>`coalesce(s.spent_kop, 0)`.as('spent_kop'),
    ]);
}

/** Queries for programs. */
export const programsRepo = (db: Db) => {
  const filtered = <Query extends { where(condition: unknown): Query }>(
    query: Query,
    filters: ProgramFilters,
  ) => {
    let narrowed = query;
    if (filters.status) narrowed = narrowed.where(sql<SqlBool>`p.status = any(${filters.status})`);
    if (filters.search) narrowed = narrowed.where(contains(sql`p.name_key`, filters.search));
    return narrowed;
  };
  return {
    page: (viewer: Viewer, filters: ProgramFilters, request: PageRequest<keyof typeof KEYS>, now: Date) =>
      readPage(filtered(rowsFor(db, viewer, now), filters), KEYS, sql`p.id`, request),

    /** The first programs that match a search text, newest first. */
    search: (viewer: Viewer, search: string, limit: number, now: Date) =>
      filtered(visible(db, viewer, now), { search })
        .select(['p.id', 'p.name', 'p.status'])
        .orderBy('p.created_at', 'desc')
        .orderBy('p.id', 'desc')
        .limit(limit)
        .execute(),

    find: (viewer: Viewer, id: string, now: Date): Promise<ProgramRow | undefined> =>
      rowsFor(db, viewer, now).where('p.id', '=', id).executeTakeFirst(),

    counts: (viewer: Viewer, filters: ProgramFilters, now: Date) =>
      filtered(visible(db, viewer, now), filters)
        .select(['p.status', sql<number>`count(*)::int`.as('count')])
        .groupBy('p.status')
        .execute(),

    /** The row, locked until the transaction ends. */
    findLocked: (organizationId: string, id: string) =>
      db
        .selectFrom('programs')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst(),

    async insert(program: Insertable<ProgramsTable>) {
      await db.insertInto('programs').values(program).execute();
    },

    /** Updates a row and increments its version. */
    async update(organizationId: string, id: string, change: Updateable<ProgramsTable>) {
      await db
        .updateTable('programs')
        .set({ ...change, version: sql`version + 1` })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute();
    },

    async delete(organizationId: string, id: string) {
      await db
        .deleteFrom('programs')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute();
    },

    async isUsed(organizationId: string, id: string): Promise<boolean> {
      const { rows } = await sql<{ used: boolean }>`
        select exists (select from enrollments where organization_id = ${organizationId} and program_id = ${id})
          or exists (select from leads where organization_id = ${organizationId} and program_id = ${id}) as used`.execute(
        db,
      );
      return rows[0]?.used ?? false;
    },

    /** Names of live programs that begin with this name. */
    async namesLike(organizationId: string, name: string): Promise<string[]> {
      const rows = await db
        .selectFrom('programs')
        .select('name_key')
        .where('organization_id', '=', organizationId)
        .where('status', '<>', 'archived')
        .where('name_key', 'like', `${nameKey(name).replace(/[\\%_]/g, '\\$&')}%`)
        .execute();
      return rows.map(({ name_key }) => name_key);
    },
  };
};
