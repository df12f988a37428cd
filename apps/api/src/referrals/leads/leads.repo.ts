import type { LeadExportQuery, LeadFilters, LeadQuery, LeadStatus } from '@referral-dashboard/api-contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { keyName } from '../../audit/index.ts';
import { type Counted, countUpToLimit } from '../../database/figures/counts.ts';
import { leadNumber } from '../../database/rules/numbers.ts';
import type { LeadsTable } from '../../database/tables/leads.ts';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { inOrder, readPage } from '../../platform/db/lists/page.ts';
import { toSearchText } from '../../platform/db/lists/search.ts';
import { byCard, type Viewer } from '../../platform/http/viewer.ts';
import { dayConditions, leadConditions, storedFigures } from './lead-filters.ts';
import { earnedByOwner, isLiveReward, type LeadRow, leadRows, visibleLeads } from './lead-rows.ts';

const KEYS = {
  created_at: { column: sql`l.created_at`, kind: 'time' },
  updated_at: { column: sql`l.updated_at`, kind: 'time' },
  number: { column: sql`l.number`, kind: 'number' },
} as const;

export const buildLeadSearchText = (lead: {
  name: string;
  phone: string;
  email: string;
  company: string;
  number: number;
}) => toSearchText(lead.name, lead.phone, lead.email, lead.company, leadNumber(lead.number));

/** Columns of a lead that a transition sets. */
export type TransitionChange = Pick<
  Selectable<LeadsTable>,
  | 'id'
  | 'status'
  | 'reason_code'
  | 'reason_comment'
  | 'deal_amount_kop'
  | 'duplicate_of'
  | 'offered_at'
  | 'holds_phone'
  | 'updated_at'
>;

const latestEvents = (db: Db, organizationId: string, leadId: string) =>
  db
    .selectFrom('lead_events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('lead_id', '=', leadId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);

/** Queries for leads and their history. */
export const leadsRepo = (db: Db) => ({
  page(viewer: Viewer, query: LeadQuery, now: Date) {
    // The leads of a partner are indexed only by time; other orders sort all of them.
    const isSorted = viewer.role === 'partner' && !query.ordering.endsWith('created_at');
    return readPage(
      byCard(viewer).map((one) => leadRows(db, one, now).where(leadConditions(query, one))),
      KEYS,
      sql`l.id`,
      query,
      isSorted ? visibleLeads(db, viewer).where(leadConditions(query, viewer)) : undefined,
    );
  },

  /** All leads that match a filter, to be read in batches. */
  all: (viewer: Viewer, query: LeadExportQuery, now: Date) =>
    inOrder(leadRows(db, viewer, now).where(leadConditions(query, viewer)), KEYS, sql`l.id`, query.ordering),

  /** Number of leads in each status. */
  async counts(viewer: Viewer, filters: LeadFilters): Promise<Counted<LeadStatus>> {
    const figures = storedFigures(filters, viewer);
    if (figures === undefined) {
      const leads = visibleLeads(db, viewer)
        .where(leadConditions(filters, viewer))
        .select(['l.status', sql<number>`0`.as('kop')]);
      return countUpToLimit(db, [leads]);
    }
    const { rows: totals } = await sql<Counted<LeadStatus>['rows'][number]>`
      select l.status, sum(l.leads)::int as count, 0 as sum_kop from ${sql.table(figures)} l
      where ${visibleTo(viewer, 'l', null)} and ${dayConditions(filters, figures)} group by 1`.execute(db);
    return { isComplete: true, rows: totals };
  },

  /** Rewards of leads by lead status, in kopecks. */
  async sums(viewer: Viewer, filters: LeadFilters): Promise<{ status: LeadStatus; sum_kop: number }[]> {
    const figures = storedFigures(filters, viewer);
    if (figures === undefined || figures === 'lead_days') {
      return visibleLeads(db, viewer)
        .innerJoin('accruals as c', (join) => join.on(isLiveReward).on(earnedByOwner(viewer)))
        .where(leadConditions(filters, viewer))
        .select(['l.status', sql<number>`sum(c.amount_kop)::bigint`.as('sum_kop')])
        .groupBy('l.status')
        .execute();
    }
    const { rows: totals } = await sql<{ status: LeadStatus; sum_kop: number }>`
      select l.status, sum(l.reward_kop)::bigint as sum_kop from ${sql.table(figures)} l
      where ${visibleTo(viewer, 'l', null)} and ${dayConditions(filters, figures)} group by 1`.execute(db);
    if (viewer.role === 'organization') return totals;
    const { rows: ofOthers } = await sql<{ status: LeadStatus; sum_kop: number }>`
      select l.status, sum(c.target_kop)::bigint as sum_kop
      from leads l join claims c on c.organization_id = l.organization_id and c.id = l.id
      where l.earned_by is not null and ${visibleTo(viewer, 'l', null)} and ${dayConditions(filters, figures)}
      group by 1`.execute(db);
    const getKop = (status: LeadStatus) => ofOthers.find((one) => one.status === status)?.sum_kop ?? 0;
    return totals.map(({ status, sum_kop }) => ({ status, sum_kop: sum_kop - getKop(status) }));
  },

  /** At most `limit` ids of leads that match a filter, oldest first. */
  async ids(viewer: Viewer, filters: LeadFilters, limit: number): Promise<string[]> {
    const leads = await visibleLeads(db, viewer)
      .where(leadConditions(filters, viewer))
      .select('l.id')
      .orderBy('l.created_at')
      .orderBy('l.id')
      .limit(limit)
      .execute();
    return leads.map(({ id }) => id);
  },

  find: (viewer: Viewer, id: string, now: Date): Promise<LeadRow | undefined> =>
    leadRows(db, viewer, now).where('l.id', '=', id).executeTakeFirst(),

  findNumber: async (organizationId: string, id: string): Promise<string> => {
    const lead = await db
      .selectFrom('leads')
      .select('number')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return lead ? leadNumber(lead.number) : '';
  },

  async findLocked(organizationId: string, id: string) {
    const [lead] = await this.lockAll(organizationId, [id]);
    return lead;
  },

  /** Locks leads in the order of their ids. */
  lockAll: (organizationId: string, ids: readonly string[]) =>
    db
      .selectFrom('leads')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .orderBy('id')
      .forUpdate()
      .execute(),

  /** Inserts leads, except those whose phones other leads hold. @returns the ids of the inserted ones. */
  async insert(leads: readonly Insertable<LeadsTable>[]): Promise<Set<string>> {
    const inserted = await db
      .insertInto('leads')
      .values(leads)
      .onConflict((clash) =>
        // A literal, because a generic plan for a parameter cannot use the partial index.
        clash.columns(['organization_id', 'phone']).where('holds_phone', '=', sql.lit(true)).doNothing(),
      )
      .returning('id')
      .execute();
    return new Set(inserted.map(({ id }) => id));
  },

  /** Updates a row and increments its version. */
  async update(organizationId: string, id: string, change: Updateable<LeadsTable>) {
    await db
      .updateTable('leads')
      .set({ ...change, version: sql`version + 1` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },

  /** Updates leads after transitions, and increments their versions. */
  async transition(organizationId: string, changes: readonly TransitionChange[]) {
    await sql`
      update leads l
      set status = n.status, reason_code = n.reason_code, reason_comment = n.reason_comment, deal_amount_kop = n.deal_amount_kop,
        duplicate_of = n.duplicate_of, offered_at = n.offered_at, holds_phone = n.holds_phone, updated_at = n.updated_at,
        version = version + 1
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n (id uuid, status text, reason_code text, reason_comment text,
        deal_amount_kop bigint, duplicate_of uuid, offered_at timestamptz, holds_phone boolean, updated_at timestamptz)
      where l.organization_id = ${organizationId} and l.id = n.id`.execute(db);
  },

  /** The last entry of the history of a lead. */
  lastEvent: (organizationId: string, leadId: string) =>
    latestEvents(db, organizationId, leadId).executeTakeFirst(),

  /** The entry of the history with which a lead got a status for the last time. */
  lastEventTo: (organizationId: string, leadId: string, status: LeadStatus) =>
    latestEvents(db, organizationId, leadId)
      .where('to_status', '=', status)
      .where(sql<boolean>`from_status is distinct from to_status`)
      .executeTakeFirst(),

  history: (organizationId: string, leadId: string) =>
    db
      .selectFrom('lead_events as e')
      .leftJoin('users as u', 'u.id', 'e.actor_id')
      .leftJoin('partners as before', (join) =>
        join
          .onRef('before.organization_id', '=', 'e.organization_id')
          .onRef('before.id', '=', 'e.from_partner_id'),
      )
      .leftJoin('partners as after', (join) =>
        join
          .onRef('after.organization_id', '=', 'e.organization_id')
          .onRef('after.id', '=', 'e.to_partner_id'),
      )
      .selectAll('e')
      .select(['before.name as from_partner_name', 'after.name as to_partner_name'])
      .select(['u.last_name', 'u.first_name', 'u.father_name', 'u.phone', keyName.as('key_name')])
      .where('e.organization_id', '=', organizationId)
      .where('e.lead_id', '=', leadId)
      .orderBy('e.at')
      .orderBy('e.id')
      .execute(),

  /** Duplicate window of a program, in days. */
  duplicateWindow: async (organizationId: string, programId: string): Promise<number> => {
    const { duplicate_window_days } = await db
      .selectFrom('programs')
      .select('duplicate_window_days')
      .where('organization_id', '=', organizationId)
      .where('id', '=', programId)
      .executeTakeFirstOrThrow();
    return duplicate_window_days;
  },

  /** Kind of the reward rule of a lead; undefined without a rule. */
  ruleKind: async (organizationId: string, ruleId: string | null) =>
    ruleId === null
      ? undefined
      : (
          await db
            .selectFrom('reward_rules')
            .select('kind')
            .where('organization_id', '=', organizationId)
            .where('id', '=', ruleId)
            .executeTakeFirst()
        )?.kind,
});
