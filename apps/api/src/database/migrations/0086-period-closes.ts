import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions } from '../functions/index.ts';

/** Closes of periods: corrections of a partner for the step that it reached in a period of a program. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table reward_rules
      add column mode text not null default 'next' check (mode in ('next', 'whole_period')),
      add constraint reward_rules_mode check (mode = 'next' or (kind = 'tiered' and period <> 'life'))`.execute(
    db,
  );
  await sql`
    create table period_closes (
      organization_id uuid not null,
      id uuid not null,
      partner_id uuid not null,
      program_id uuid not null,
      period text not null check (period in ('month', 'quarter', 'year')),
      starts_on date not null,
      next_on date not null,
      due_on date,
      target_kop bigint not null default 0,
      calculation jsonb,
      closed_at timestamptz,
      primary key (organization_id, id),
      unique (organization_id, id, partner_id, program_id),
      unique (organization_id, partner_id, program_id, period, starts_on),
      foreign key (organization_id, partner_id) references partners (organization_id, id),
      foreign key (organization_id, program_id) references programs (organization_id, id),
      constraint period_closes_first check (starts_on = date_trunc(period, starts_on::timestamp)::date and next_on > starts_on),
      constraint period_closes_due check (due_on >= next_on),
      constraint period_closes_closed check (case when closed_at is null then due_on is not null and calculation is null and target_kop = 0
        else calculation is not null end)
    )`.execute(db);
  await sql`create index period_closes_due_on on period_closes (due_on) where due_on is not null`.execute(db);
  await sql`
    alter table accruals
      add column period_close_id uuid,
      add foreign key (organization_id, period_close_id, partner_id, program_id)
        references period_closes (organization_id, id, partner_id, program_id),
      add constraint accruals_period_close
        check (period_close_id is null or (kind = 'correction' and claim_id is null and program_id is not null))`.execute(
    db,
  );
  await sql`
    create index accruals_period_close on accruals (organization_id, period_close_id) where period_close_id is not null`.execute(
    db,
  );
  await applyFunctions(db, '0086-period-closes');
}

export const periodCloses: Migration = { up };
