import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds tiers by turnover and by periods: the measure and the period of a rule, and the day and the step of each rewarded deal in its claim. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table reward_rules
      add column measure text not null default 'count' check (measure in ('count', 'turnover')),
      add column period text not null default 'life' check (period in ('month', 'quarter', 'year', 'life')),
      add constraint reward_rules_steps check (kind = 'tiered' or (measure = 'count' and period = 'life')),
      add constraint reward_rules_turnover check (event = 'deal_won' or measure = 'count'),
      add constraint reward_rules_step_share
        check (event = 'deal_won' or tiers is null or not jsonb_path_exists(tiers, '$[*].percent_bps'))`.execute(
    db,
  );
  await sql`
    alter table claims
      add column counted_on date,
      add column step_measure text check (step_measure in ('count', 'turnover')),
      add column step_period text check (step_period in ('month', 'quarter', 'year', 'life')),
      add column step_before bigint check (step_before >= 0),
      add constraint claims_step check (case when step_before is null then step_measure is null and step_period is null
        else step_measure is not null and step_period is not null and counted_on is not null end)`.execute(
    db,
  );
  await sql`
    update claims c
    set counted_on = coalesce(
      (select s.paid_on from sales s where s.organization_id = c.organization_id and s.id = c.sale_id),
      (select s.paid_on from sales s
        where s.organization_id = c.organization_id and s.lead_id = c.lead_id and l.reward_event = 'deal_won'),
      ((select a.created_at from accruals a where a.organization_id = c.organization_id and a.id = l.reward_id) at time zone o.time_zone)::date,
      (c.created_at at time zone o.time_zone)::date)
    from claims k
    join organizations o on o.id = k.organization_id
    left join leads l on l.organization_id = k.organization_id and l.id = k.lead_id
    left join sales paid on paid.organization_id = k.organization_id and paid.id = k.sale_id
    where k.organization_id = c.organization_id and k.id = c.id
      and (c.rewarded_before is not null or paid.reward_id is not null)`.execute(db);
  await sql`
    create index claims_counted on claims (organization_id, partner_id, program_id, counted_on)
    where counted_on is not null`.execute(db);
  // Two deals of one period never share a step by number.
  await sql`
    create unique index claims_steps on claims (organization_id, partner_id, program_id, step_period,
      (case step_period when 'life' then 0 else date_trunc(step_period, counted_on::timestamp)::date - date '2000-01-01' end), step_before)
    where step_measure = 'count'`.execute(db);
}

export const steps: Migration = { up };
