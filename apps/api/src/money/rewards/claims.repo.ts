import type { SelfReferralMatch } from '@referral-dashboard/api-contract';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { ClaimsTable } from '../../database/tables/money.ts';
import type { Db } from '../../platform/db/db.ts';

export type ClaimedLead = Awaited<ReturnType<ReturnType<typeof claimsRepo>['lead']>>;
export type Claim = Selectable<ClaimsTable>;
export type ClaimEntry = Awaited<ReturnType<ReturnType<typeof claimsRepo>['entries']>>[number];

/** Reads and writes of the claims of an organization, and reads of the data that their targets depend on. */
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

  /** Accruals of a partner for a lead by number, without cancelled ones, each with the status of its payment. */
  entries: (leadId: string, partnerId: string) =>
    trx
      .selectFrom('accruals as a')
      .leftJoin('payments as p', (join) =>
        join.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.payment_id'),
      )
      .selectAll('a')
      .select('p.status as payment_status')
      .where('a.organization_id', '=', organizationId)
      .where('a.lead_id', '=', leadId)
      .where('a.partner_id', '=', partnerId)
      .where('a.status', '<>', 'canceled')
      .orderBy('a.number')
      .execute(),

  /** Returns true when a partner has an accrual for a lead, cancelled or not. */
  async hasEntries(leadId: string, partnerId: string): Promise<boolean> {
    const entry = await trx
      .selectFrom('accruals')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('lead_id', '=', leadId)
      .where('partner_id', '=', partnerId)
      .limit(1)
      .executeTakeFirst();
    return entry !== undefined;
  },

  /** Returns the number of other leads of a program with a current reward of the partner. */
  async rewardedLeads(partnerId: string, programId: string, exceptLead: string): Promise<number> {
    const rewarded = trx
      .selectFrom('leads')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('organization_id', '=', organizationId)
      .where('program_id', '=', programId)
      .where('reward_id', 'is not', null)
      .where('id', '<>', exceptLead);
    const own = await rewarded
      .where('partner_id', '=', partnerId)
      .where('earned_by', 'is', null)
      .executeTakeFirstOrThrow();
    const transferred = await rewarded.where('earned_by', '=', partnerId).executeTakeFirstOrThrow();
    return own.count + transferred.count;
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

  async setReward(leadId: string, rewardId: string | null) {
    await trx
      .updateTable('leads')
      .set({ reward_id: rewardId })
      .where('organization_id', '=', organizationId)
      .where('id', '=', leadId)
      .execute();
  },
});
