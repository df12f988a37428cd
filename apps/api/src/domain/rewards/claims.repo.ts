import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { ClaimsTable } from '../../platform/db/tables/money.ts';

export type ClaimedLead = Awaited<ReturnType<ReturnType<typeof claimsRepo>['lead']>>;
export type Claim = Selectable<ClaimsTable>;
export type Entry = Awaited<ReturnType<ReturnType<typeof claimsRepo>['entries']>>[number];

/** Claims of one organization's leads, and what their targets depend on. */
export const claimsRepo = (trx: Db, organizationId: string) => ({
  lead: (id: string) =>
    trx
      .selectFrom('leads')
      .innerJoin('organizations as o', 'o.id', 'leads.organization_id')
      .selectAll('leads')
      .select('o.time_zone')
      .where('leads.organization_id', '=', organizationId)
      .where('leads.id', '=', id)
      .executeTakeFirstOrThrow(),

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

  find: (leadId: string): Promise<Claim | undefined> =>
    trx
      .selectFrom('claims')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('lead_id', '=', leadId)
      .executeTakeFirst(),

  insert: (claim: Claim) => trx.insertInto('claims').values(claim).execute(),

  async update(leadId: string, change: Updateable<ClaimsTable>) {
    await trx
      .updateTable('claims')
      .set(change)
      .where('organization_id', '=', organizationId)
      .where('lead_id', '=', leadId)
      .execute();
  },

  /** Accruals of a lead that are not cancelled, in the order they were entered, each with the status of its payment. */
  entries: (leadId: string) =>
    trx
      .selectFrom('accruals as a')
      .leftJoin('payments as p', (join) =>
        join.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.payment_id'),
      )
      .selectAll('a')
      .select('p.status as payment_status')
      .where('a.organization_id', '=', organizationId)
      .where('a.lead_id', '=', leadId)
      .where('a.status', '<>', 'canceled')
      .orderBy('a.number')
      .execute(),

  /** Leads of a partner in a program that have a live reward now, one apart. */
  async rewardedLeads(partnerId: string, programId: string, exceptLead: string): Promise<number> {
    const { count } = await trx
      .selectFrom('leads')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('organization_id', '=', organizationId)
      .where('partner_id', '=', partnerId)
      .where('program_id', '=', programId)
      .where('reward_id', 'is not', null)
      .where('id', '<>', exceptLead)
      .executeTakeFirstOrThrow();
    return count;
  },

  async setReward(leadId: string, rewardId: string | null) {
    await trx
      .updateTable('leads')
      .set({ reward_id: rewardId })
      .where('organization_id', '=', organizationId)
      .where('id', '=', leadId)
      .execute();
  },
});
