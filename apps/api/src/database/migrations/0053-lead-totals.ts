import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions } from '../functions/index.ts';

/** Moves the rewards of leads from `partner_rewards` to `lead_totals`, which has the same key. */
async function up(db: Kysely<unknown>) {
  // Waits for running transactions, which add rewards to the old table at their commit.
  await sql`lock table leads, claims in share row exclusive mode`.execute(db);
  await sql`alter table lead_totals add column reward_kop bigint not null default 0`.execute(db);
  // The old table has no rewards of leads that lost their partner.
  await sql`
    insert into lead_totals (organization_id, program_id, partner_id, status, leads, reward_kop)
    select organization_id, program_id, partner_id, status, 0, reward_kop from partner_rewards
    union all
    select lead.organization_id, lead.program_id, lead.partner_id, lead.status, 0, sum(claim.target_kop)
    from leads lead join claims claim on claim.organization_id = lead.organization_id and claim.lead_id = lead.id
    where lead.partner_id is null group by 1, 2, 3, 4
    on conflict (organization_id, program_id, partner_id, status) do update set reward_kop = excluded.reward_kop`.execute(
    db,
  );
  await sql`drop table partner_rewards`.execute(db);
  await applyFunctions(db, '0053-lead-totals');
}

export const leadTotals: Migration = { up };
