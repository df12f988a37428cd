import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { runDeferredTriggers } from '../functions/index.ts';

/**
 * Makes the tier positions of rewarded leads unique per partner and program. A lead without a reward has none. Of leads with equal positions
 * the first rewarded one keeps its position; the others get the smallest free ones and keep the tier of their former ones, so that no sum
 * changes.
 */
async function up(db: Kysely<unknown>) {
  await runDeferredTriggers(db);
  await sql`
    alter table claims
      alter column rewarded_before drop not null,
      add column former_rewarded_before integer check (former_rewarded_before >= 0),
      add constraint claims_former_place check (former_rewarded_before is null or rewarded_before is not null)`.execute(
    db,
  );
  await sql`
    with rewarded as (
      select claim.organization_id, claim.lead_id, claim.partner_id, claim.program_id, claim.rewarded_before, rule.kind as rule,
        row_number() over (
          partition by claim.organization_id, claim.partner_id, claim.program_id, claim.rewarded_before order by reward.number
        ) = 1 as keeps
      from claims claim
      join leads lead on lead.organization_id = claim.organization_id and lead.id = claim.lead_id
      join accruals reward on reward.organization_id = lead.organization_id and reward.id = lead.reward_id
      join reward_rules rule on rule.organization_id = lead.organization_id and rule.id = lead.reward_rule_id
    ), groups as (
      select organization_id, partner_id, program_id, count(*)::int as leads from rewarded
      group by 1, 2, 3 having not bool_and(keeps)
    ), free as (
      select organization_id, partner_id, program_id, place,
        row_number() over (partition by organization_id, partner_id, program_id order by place) as turn
      from groups cross join lateral generate_series(0, leads - 1) as place
      where not exists (
        select from rewarded
        where rewarded.organization_id = groups.organization_id and rewarded.partner_id = groups.partner_id
          and rewarded.program_id = groups.program_id and rewarded.rewarded_before = place
      )
    ), moved as (
      select *, row_number() over (partition by organization_id, partner_id, program_id order by rewarded_before, lead_id) as turn
      from rewarded where not keeps
    ), changes as (
      select moved.organization_id, moved.lead_id, free.place, case moved.rule when 'tiered' then moved.rewarded_before end as former
      from moved join free using (organization_id, partner_id, program_id, turn)
      union all
      select claim.organization_id, claim.lead_id, null, null
      from claims claim join leads lead on lead.organization_id = claim.organization_id and lead.id = claim.lead_id
      where lead.reward_id is null
    )
    update claims set rewarded_before = changes.place, former_rewarded_before = changes.former
    from changes where claims.organization_id = changes.organization_id and claims.lead_id = changes.lead_id`.execute(
    db,
  );
  await sql`
    create unique index claims_places on claims (organization_id, partner_id, program_id, rewarded_before)
    where rewarded_before is not null`.execute(db);
}

export const rewardPlaces: Migration = { up };
