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

  /** Sum of the refunds of the sale of a lead. */
  refundedKop: async (leadId: string): Promise<number> => {
    const sale = await trx
      .selectFrom('sales')
      .select('refunded_kop')
      .where('organization_id', '=', organizationId)
      .where('lead_id', '=', leadId)
      .executeTakeFirst();
    return sale?.refunded_kop ?? 0;
  },

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

  /** Returns the smallest free tier position among the rewarded leads of a partner in a program. The caller holds the lock of the partner. */
  async freeTierPosition(partnerId: string, programId: string): Promise<number> {
    const { rows } = await sql<{ tier_position: number }>`
      with taken as (
        select rewarded_before as tier_position, row_number() over (order by rewarded_before)::int - 1 as ordinal from claims
        where organization_id = ${organizationId} and partner_id = ${partnerId} and program_id = ${programId}
          and rewarded_before is not null
      )
      select coalesce(
        (select ordinal from taken where tier_position > ordinal order by ordinal limit 1),
        (select count(*)::int from taken)
      ) as tier_position`.execute(trx);
    const [row] = rows;
    if (row === undefined) throw new Error('the tier positions of a partner were not read');
    return row.tier_position;
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
