import type { SelfReferralMatch } from '@referral-dashboard/api-contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { isNewClient } from '../../database/rules/new-clients.ts';
import type { ClaimsTable } from '../../database/tables/claims.ts';
import type { Db } from '../../platform/db/db.ts';

export type ClaimedLead = Awaited<ReturnType<ReturnType<typeof claimsRepo>['lead']>>;
export type Claim = Selectable<ClaimsTable> & { counted_on: string | null; cap_from: string | null };
export type LaterSale = Awaited<ReturnType<ReturnType<typeof claimsRepo>['laterSales']>>[number];
export type ClaimEntry = Awaited<ReturnType<ReturnType<typeof claimsRepo>['entries']>>[number];

const DAYS = [
  sql<string | null>`counted_on::text`.as('counted_on'),
  sql<string | null>`cap_from::text`.as('cap_from'),
];

/** Predicate: sale `s` is not the deal that opened its attachment `a`. */
const isLaterSale = sql<boolean>`(s.lead_id is null or s.lead_id is distinct from a.lead_id)`;

/** Predicate: the lead `l` was imported without a reward. */
export const isUnrewarded = sql<boolean>`(l.id is not null and l.reward_rule_id is null)`;

type RewardedClaim = Pick<Claim, 'id' | 'target_kop' | 'reviewed_target_kop' | 'updated_at'> &
  Pick<
    Claim,
    | 'rewarded_before'
    | 'counted_on'
    | 'step_measure'
    | 'step_period'
    | 'step_before'
    | 'cap_before'
    | 'cap_from'
  >;

/** Reads and writes of the claims of an organization, and reads of the data that their targets depend on. */
export const claimsRepo = (trx: Db, organizationId: string) => ({
  async lead(id: string) {
    const lead = (await this.leads([id])).get(id);
    if (lead === undefined) throw new Error('the lead does not exist');
    return lead;
  },

  /** Leads by id. */
  async leads(ids: readonly string[]) {
    const rows = await trx
      .selectFrom('leads')
      .innerJoin('organizations as o', 'o.id', 'leads.organization_id')
      .selectAll('leads')
      .select('o.time_zone')
      .where('leads.organization_id', '=', organizationId)
      .where(sql<boolean>`leads.id = any(${ids}::uuid[])`)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  },

  rule: (id: string) =>
    trx
      .selectFrom('reward_rules')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),

  program: (id: string) =>
    trx
      .selectFrom('programs')
      .select(['hold_days', 'budget_kop'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),

  /** The claim of a lead or a sale. */
  async find(id: string) {
    return (await this.findAll([id])).get(id);
  },

  /** The claims of leads or sales by id. */
  async findAll(ids: readonly string[]): Promise<Map<string, Claim>> {
    const rows = await trx
      .selectFrom('claims')
      .selectAll()
      .select(DAYS)
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  },

  async saleOfLead(leadId: string) {
    return (await this.salesOfLeads([leadId])).get(leadId);
  },

  /** The sales of leads by the id of the lead; none before a lead is won. A later sale is credited to an attachment that the lead did not open. */
  async salesOfLeads(leadIds: readonly string[]) {
    const rows = await trx
      .selectFrom('sales as s')
      .leftJoin('attachments as a', (join) =>
        join.onRef('a.organization_id', '=', 's.organization_id').onRef('a.id', '=', 's.attachment_id'),
      )
      .select(['s.id', 's.lead_id', 's.attachment_id', 's.refunded_kop', 's.vat_kop', 's.product'])
      .select(['a.partner_id', 'a.closed_at as attachment_closed_at'])
      .select([
        sql<string>`s.paid_on::text`.as('paid_on'),
        sql<boolean>`a.id is not null and ${isLaterSale}`.as('is_later'),
      ])
      .select(
        isNewClient({
          organizationId: sql.ref('s.organization_id'),
          clientId: sql.ref('s.client_id'),
          leadId: sql.ref('s.lead_id'),
        }).as('client_is_new'),
      )
      .where('s.organization_id', '=', organizationId)
      .where(sql<boolean>`s.lead_id = any(${leadIds}::uuid[])`)
      .execute();
    return new Map(rows.flatMap((row) => (row.lead_id === null ? [] : [[row.lead_id, row] as const])));
  },

  async attachment(id: string) {
    const [attachment] = await this.attachments([id]);
    if (attachment === undefined) throw new Error('the attachment does not exist');
    return attachment;
  },

  /** The attachments with these ids, in the order of the ids. */
  async attachments(ids: readonly string[]) {
    const rows = await trx
      .selectFrom('attachments as a')
      .innerJoin('organizations as o', 'o.id', 'a.organization_id')
      .innerJoin('clients as c', (join) =>
        join.onRef('c.organization_id', '=', 'a.organization_id').onRef('c.id', '=', 'a.client_id'),
      )
      .leftJoin('leads as l', (join) =>
        join.onRef('l.organization_id', '=', 'a.organization_id').onRef('l.id', '=', 'a.lead_id'),
      )
      .select(['a.id', 'a.organization_id', 'a.partner_id', 'a.program_id', 'a.reward_rule_id', 'a.lead_id'])
      .select(['a.client_is_new', 'l.link_id', sql<string>`a.starts_at::text`.as('starts_at')])
      .select(['c.phone', 'c.email_key', 'o.time_zone'])
      .where('a.organization_id', '=', organizationId)
      .where(sql<boolean>`a.id = any(${ids}::uuid[])`)
      .execute();
    const places = new Map(ids.map((id, place) => [id, place]));
    return rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
  },

  /** Sales of attachments without the deals that opened them, in the order in which they count: by day, then by number. */
  laterSales: (attachmentIds: readonly string[]) =>
    trx
      .selectFrom('sales as s')
      .innerJoin('attachments as a', (join) =>
        join.onRef('a.organization_id', '=', 's.organization_id').onRef('a.id', '=', 's.attachment_id'),
      )
      .leftJoin('claims as k', (join) =>
        join.onRef('k.organization_id', '=', 's.organization_id').onRef('k.id', '=', 's.id'),
      )
      .leftJoin('leads as l', (join) =>
        join.onRef('l.organization_id', '=', 's.organization_id').onRef('l.id', '=', 's.lead_id'),
      )
      .select(isUnrewarded.as('is_unrewarded'))
      .select([
        's.id',
        's.number',
        's.attachment_id',
        's.lead_id',
        's.amount_kop',
        's.vat_kop',
        's.refunded_kop',
        's.reward_id',
        's.canceled_at',
        's.product',
      ])
      .select([
        'k.target_kop',
        'k.manual_cap_kop',
        'k.cap_before',
        'k.step_measure',
        'k.step_period',
        'k.step_before',
        sql<string | null>`k.counted_on::text`.as('counted_on'),
        sql<string | null>`k.cap_from::text`.as('cap_from'),
      ])
      .select(sql<string>`s.paid_on::text`.as('paid_on'))
      .where('s.organization_id', '=', organizationId)
      .where(sql<boolean>`s.attachment_id = any(${attachmentIds}::uuid[])`)
      .where(isLaterSale)
      .where('s.refund_of', 'is', null)
      .orderBy('s.paid_on')
      .orderBy('s.number')
      .execute(),

  /** What the claim of a sale needs to know about it. */
  sale: (id: string) =>
    trx
      .selectFrom('sales')
      .select(['id', 'number', 'attachment_id', 'amount_kop', 'vat_kop', 'reward_id'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),

  async insert(claims: readonly Insertable<ClaimsTable>[]) {
    if (claims.length > 0) await trx.insertInto('claims').values(claims).execute();
  },

  /** Stores the targets and the places of rewarded claims. */
  reward: (claims: readonly RewardedClaim[]) =>
    sql`
      update claims k
      set rewarded_before = n.rewarded_before, counted_on = n.counted_on, step_measure = n.step_measure, step_period = n.step_period,
        step_before = n.step_before, cap_before = n.cap_before, cap_from = n.cap_from, target_kop = n.target_kop,
        reviewed_target_kop = n.reviewed_target_kop, updated_at = n.updated_at
      from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as n (id uuid, rewarded_before int, counted_on date, step_measure text,
        step_period text, step_before bigint, cap_before bigint, cap_from date, target_kop bigint, reviewed_target_kop bigint,
        updated_at timestamptz)
      where k.organization_id = ${organizationId} and k.id = n.id`.execute(trx),

  async update(id: string, change: Updateable<ClaimsTable>) {
    await trx
      .updateTable('claims')
      .set(change)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },

  /** Accruals of a partner for a claim by number, without cancelled ones, each with the status of its payment. */
  entries: (claimId: string, partnerId: string) =>
    trx
      .selectFrom('accruals as a')
      .leftJoin('payments as p', (join) =>
        join.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.payment_id'),
      )
      .selectAll('a')
      .select('p.status as payment_status')
      .where('a.organization_id', '=', organizationId)
      .where('a.claim_id', '=', claimId)
      .where('a.partner_id', '=', partnerId)
      .where('a.status', '<>', 'canceled')
      .orderBy('a.number')
      .execute(),

  /** Returns the smallest free tier positions among the rewarded leads of a partner in a program. The caller holds the lock of the partner. */
  async freeTierPositions(partnerId: string, programId: string, count: number): Promise<number[]> {
    const { rows } = await sql<{ position: number }>`
      with taken as (
        select rewarded_before from claims
        where organization_id = ${organizationId} and partner_id = ${partnerId} and program_id = ${programId}
          and rewarded_before is not null
      )
      select position from generate_series(0, (select count(*)::int from taken) + ${count}::int - 1) as position
      where position not in (select rewarded_before from taken)
      order by position limit ${count}`.execute(trx);
    return rows.map(({ position }) => position);
  },

  async setEarner(leadId: string, partnerId: string | null) {
    await trx
      .updateTable('leads')
      .set({ earned_by: partnerId })
      .where('organization_id', '=', organizationId)
      .where('id', '=', leadId)
      .execute();
  },

  async setSelfReferral(leadId: string, matches: SelfReferralMatch[]) {
    await trx
      .updateTable('leads')
      .set({ self_referral: true, self_referral_matches: matches })
      .where('organization_id', '=', organizationId)
      .where('id', '=', leadId)
      .execute();
  },

  /** Sets the live reward of a lead or a sale. */
  setReward({ id, sale_id }: { id: string; sale_id: string | null }, reward_id: string | null) {
    return this.setRewards([{ id, sale_id, reward_id }]);
  },

  /** Sets the live rewards of leads and sales. */
  async setRewards(rewards: readonly { id: string; sale_id: string | null; reward_id: string | null }[]) {
    for (const table of ['leads', 'sales']) {
      const rows = rewards
        .filter(({ sale_id }) => (sale_id === null ? 'leads' : 'sales') === table)
        .map(({ id, reward_id }) => ({ id, reward_id }));
      if (rows.length > 0)
        await sql`
          update ${sql.table(table)} t set reward_id = n.reward_id
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, reward_id uuid)
          where t.organization_id = ${organizationId} and t.id = n.id`.execute(trx);
    }
  },
});
