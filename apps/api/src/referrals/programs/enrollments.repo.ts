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
import { defaultGroup, hasPersonalTerms } from './terms/own-rule.ts';

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
    .innerJoin('organizations as o', 'o.id', 'e.organization_id')
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'e.organization_id').onRef('p.id', '=', 'e.program_id'),
    )
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'e.organization_id').onRef('card.id', '=', 'e.partner_id'),
    )
    .leftJoin('program_groups as g', (join) =>
      join.onRef('g.organization_id', '=', 'e.organization_id').onRef('g.id', '=', 'e.group_id'),
    )
    .selectAll('e')
    .select(['p.name as program_name', 'card.name as partner_name', 'g.name as group_name']);

type EnrollmentFilter = Pick<EnrollmentQuery, 'status' | 'search'>;
type Selection = { organizationId: string; programId: string; filter: EnrollmentFilter };

/** Predicate of the enrollments of a program that match a filter. */
const matches = ({ organizationId, programId, filter: { status, search } }: Selection) =>
  sql<boolean>`e.organization_id = ${organizationId} and e.program_id = ${programId}
    and ${status ? sql`e.status = any(${status})` : sql`true`}
    and ${search ? contains(sql`card.search_text`, search) : sql`true`}`;

const view = (row: EnrollmentRow): Enrollment => ({
  id: row.id,
  status: row.status,
  program: { id: row.program_id, name: row.program_name },
  partner: { id: row.partner_id, name: row.partner_name },
  group: row.group_id === null || row.group_name === null ? null : { id: row.group_id, name: row.group_name },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Queries for enrollments. */
export const enrollmentsRepo = (db: Db) => ({
  async page(organizationId: string, programId: string, query: EnrollmentQuery, now: Date) {
    const enrollments = rows(db)
      .select([
        LEADS.as('leads'),
        WON.as('won'),
        REWARDS.as('rewards_kop'),
        hasPersonalTerms(now).as('has_personal_terms'),
      ])
      .where(matches({ organizationId, programId, filter: query }));
    const page = await readPage(enrollments, KEYS, sql`e.id`, query);
    return {
      ...page,
      results: page.results.map(
        ({ leads, won, rewards_kop, has_personal_terms, ...row }): EnrollmentWithFigures => ({
          ...view(row),
          terms: has_personal_terms ? 'personal' : row.group_id !== null ? 'group' : 'program',
          figures: { leads, won, rewards_kop },
        }),
      ),
    };
  },

  /** Ids of at most `limit` enrollments that match a filter. */
  async ids(
    organizationId: string,
    programId: string,
    filter: EnrollmentFilter,
    limit: number,
  ): Promise<string[]> {
    const found = await rows(db)
      .clearSelect()
      .select('e.id')
      .where(matches({ organizationId, programId, filter }))
      .limit(limit)
      .execute();
    return found.map(({ id }) => id);
  },

  /** Enrollments of a partner by the name of the program. Undefined if the partner does not exist. */
  async ofPartner(organizationId: string, partnerId: string): Promise<Enrollment[] | undefined> {
    const card = await db
      .selectFrom('partners')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', partnerId)
      .executeTakeFirst();
    if (card === undefined) return undefined;
    const found = await rows(db)
      .where('e.organization_id', '=', organizationId)
      .where('e.partner_id', '=', partnerId)
      .orderBy('p.name_key')
      .orderBy('e.id')
      .execute();
    return found.map(view);
  },

  /** The enrollments with these ids, in the order of the ids. */
  async all(organizationId: string, ids: readonly string[]): Promise<Enrollment[]> {
    const found = await rows(db)
      .where('e.organization_id', '=', organizationId)
      .where(sql<boolean>`e.id = any(${ids}::uuid[])`)
      .orderBy('e.id')
      .execute();
    return found.map(view);
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
  async findOfLocked(organizationId: string, programId: string, partnerId: string) {
    const [enrollment] = await this.allOfLocked(organizationId, programId, [partnerId]);
    return enrollment;
  },

  /** Returns the enrollments of partners in a program, locked until the transaction ends. */
  allOfLocked: (organizationId: string, programId: string, partnerIds: readonly string[]) =>
    db
      .selectFrom('enrollments')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('program_id', '=', programId)
      .where(sql<boolean>`partner_id = any(${partnerIds}::uuid[])`)
      .orderBy('id')
      .forUpdate()
      .execute(),

  /** Inserts enrollments into the default group of their program. */
  async insert(
    organization_id: string,
    program_id: string,
    enrollments: readonly Omit<Insertable<EnrollmentsTable>, 'organization_id' | 'program_id' | 'group_id'>[],
  ) {
    const { group_id } = await db
      .selectNoFrom(defaultGroup(organization_id, program_id).as('group_id'))
      .executeTakeFirstOrThrow();
    await db
      .insertInto('enrollments')
      .values(enrollments.map((enrollment) => ({ ...enrollment, organization_id, program_id, group_id })))
      .execute();
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
