import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

const rewardsOf = (trx: Db, organizationId: string, leadId: string) =>
  trx
    .selectFrom('accruals as a')
    .select('a.id')
    .where('a.organization_id', '=', organizationId)
    .where('a.lead_id', '=', leadId)
    .where('a.kind', '=', 'reward');

/** What is asked of the database when a lead's move is worth money. Everything is of one organization. */
export const rewardsRepo = (trx: Db, organizationId: string) => ({
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

  /** What the program has spent. It stays so until the transaction ends. */
  async lockSpending(programId: string): Promise<number> {
    const { spent_kop } = await trx
      .insertInto('program_spending')
      .values({ organization_id: organizationId, program_id: programId, spent_kop: 0 })
      .onConflict((clash) =>
        clash
          .columns(['organization_id', 'program_id'])
          .doUpdateSet({ spent_kop: sql`program_spending.spent_kop` }),
      )
      .returning('spent_kop')
      .executeTakeFirstOrThrow();
    return spent_kop;
  },

  /** How many other leads of the partner in the program have a live reward. */
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

  /** A reward with its corrections and what took it back, cancelled ones apart, each with the state of its payment. */
  family: (rewardId: string) =>
    trx
      .selectFrom('accruals as a')
      .leftJoin('payments as p', (join) =>
        join.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.payment_id'),
      )
      .selectAll('a')
      .select('p.status as payment_status')
      .where('a.organization_id', '=', organizationId)
      .where((where) => where.or([where('a.id', '=', rewardId), where('a.reward_id', '=', rewardId)]))
      .where('a.status', '<>', 'canceled')
      .orderBy('a.number')
      .execute(),

  /** A reward that the lead still has although a move took it back: what took it back was cancelled since. */
  async keptReward(leadId: string): Promise<string | null> {
    const found = await rewardsOf(trx, organizationId, leadId)
      .where('a.status', '<>', 'canceled')
      .where((where) =>
        where
          .selectFrom('accruals as t')
          .select(sql<boolean>`bool_and(t.status = 'canceled')`.as('given_back'))
          .whereRef('t.organization_id', '=', 'a.organization_id')
          .whereRef('t.reward_id', '=', 'a.id')
          .where('t.kind', '=', 'reversal'),
      )
      .orderBy('a.number', 'desc')
      .executeTakeFirst();
    return found?.id ?? null;
  },

  /** Whether a reward was entered since the lead was last won, whatever has become of it. */
  async wasRewarded(leadId: string): Promise<boolean> {
    const found = await rewardsOf(trx, organizationId, leadId)
      .where('a.created_at', '>=', (where) =>
        where
          .selectFrom('lead_events as e')
          .select((event) => event.fn.max('e.at').as('at'))
          .where('e.organization_id', '=', organizationId)
          .where('e.lead_id', '=', leadId)
          .where('e.to_status', '=', 'won')
          .where('e.from_status', 'is distinct from', 'won'),
      )
      .executeTakeFirst();
    return found !== undefined;
  },

  async setReward(leadId: string, rewardId: string) {
    await trx
      .updateTable('leads')
      .set({ reward_id: rewardId })
      .where('organization_id', '=', organizationId)
      .where('id', '=', leadId)
      .execute();
  },

  /** Leaves a reward that the lead has earned since. */
  async dropReward(leadId: string, rewardId: string) {
    await trx
      .updateTable('leads')
      .set({ reward_id: null })
      .where('organization_id', '=', organizationId)
      .where('id', '=', leadId)
      .where('reward_id', '=', rewardId)
      .execute();
  },
});
