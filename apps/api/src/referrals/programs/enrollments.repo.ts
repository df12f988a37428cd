import type {
  Enrollment,
  EnrollmentQuery,
  EnrollmentStatus,
  EnrollmentWithFigures,
} from '@referral-dashboard/api-contract';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { EnrollmentsTable } from '../../database/tables/partners.ts';
import type { Db } from '../../platform/db/db.ts';
import { readPage } from '../../platform/db/lists/page.ts';
import { contains } from '../../platform/db/lists/search.ts';

type EnrollmentRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const OF_ENROLLMENT = sql`n.organization_id = e.organization_id and n.program_id = e.program_id and n.partner_id = e.partner_id`;
const countLeads = (state: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(sum(n.leads), 0)::int from lead_totals n where ${OF_ENROLLMENT} and ${state})`;
const LEADS = countLeads(sql`n.status <> 'duplicate'`);
const WON = countLeads(sql`n.status = 'won'`);
const REWARDS = sql<number>`(
  select coalesce(sum(n.amount_kop), 0)::bigint from accrual_days n where ${OF_ENROLLMENT} and n.status <> 'canceled')`;

const KEYS = {
  created_at: { column: sql`e.created_at`, kind: 'time' },
  name: { column: sql`card.name_key`, kind: 'text' },
  leads: { column: LEADS, kind: 'number' },
  won: { column: WON, kind: 'number' },
  rewards_kop: { column: REWARDS, kind: 'number' },
} as const;

const rows = (db: Db) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'e.organization_id').onRef('p.id', '=', 'e.program_id'),
    )
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'e.organization_id').onRef('card.id', '=', 'e.partner_id'),
    )
    .selectAll('e')
    .select(['p.name as program_name', 'card.name as partner_name']);

const view = (row: EnrollmentRow): Enrollment => ({
  id: row.id,
  status: row.status,
  program: { id: row.program_id, name: row.program_name },
  partner: { id: row.partner_id, name: row.partner_name },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Queries for enrollments. */
export const enrollmentsRepo = (db: Db) => ({
  async page(organizationId: string, programId: string, query: EnrollmentQuery) {
    let enrollments = rows(db)
      .select([LEADS.as('leads'), WON.as('won'), REWARDS.as('rewards_kop')])
      .where('e.organization_id', '=', organizationId)
      .where('e.program_id', '=', programId);
    if (query.status) enrollments = enrollments.where('e.status', 'in', query.status);
    if (query.search) enrollments = enrollments.where(contains(sql`card.search_text`, query.search));
    const page = await readPage(enrollments, KEYS, sql`e.id`, query);
    return {
      ...page,
      results: page.results.map(
        ({ leads, won, rewards_kop, ...row }): EnrollmentWithFigures => ({
          ...view(row),
          figures: { leads, won, rewards_kop },
        }),
      ),
    };
  },

  get: async (organizationId: string, id: string): Promise<Enrollment> =>
    view(
      await rows(db)
        .where('e.organization_id', '=', organizationId)
        .where('e.id', '=', id)
        .executeTakeFirstOrThrow(),
    ),

  find: (organizationId: string, id: string) =>
    db
      .selectFrom('enrollments')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Returns an enrollment by id, locked until the transaction ends. */
  findLocked: (organizationId: string, id: string) =>
    db
      .selectFrom('enrollments')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),

  /** Returns the enrollment of a partner in a program, locked until the transaction ends. */
  findOfLocked: (organizationId: string, programId: string, partnerId: string) =>
    db
      .selectFrom('enrollments')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('program_id', '=', programId)
      .where('partner_id', '=', partnerId)
      .forUpdate()
      .executeTakeFirst(),

  async insert(enrollment: Insertable<EnrollmentsTable>) {
    await db.insertInto('enrollments').values(enrollment).execute();
  },

  async setStatus(organizationId: string, id: string, status: EnrollmentStatus, at: Date) {
    await db
      .updateTable('enrollments')
      .set({ status, updated_at: at })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});
