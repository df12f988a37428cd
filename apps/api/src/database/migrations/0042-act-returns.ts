import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Acts include returns and late payments: a return is in one act, and an act can be replaced before and after the response of the partner.
 */
async function up(db: Kysely<unknown>) {
  await sql`
    create table act_returns (
      organization_id uuid not null,
      accrual_id uuid not null,
      act_id uuid not null,
      primary key (organization_id, accrual_id),
      foreign key (organization_id, act_id) references acts,
      foreign key (organization_id, accrual_id) references accruals
    )`.execute(db);
  await sql`create index act_returns_act on act_returns (organization_id, act_id)`.execute(db);
  await sql`create index acts_months on acts (organization_id, month)`.execute(db);

  // An act with a reward that was paid and fully returned has the amount zero.
  await sql`alter table acts drop constraint acts_amount_kop_check`.execute(db);
  await sql`alter table acts add constraint acts_amount_kop_check check (amount_kop >= 0)`.execute(db);
  await sql`alter table acts drop constraint acts_check, drop constraint acts_check1`.execute(db);
  await sql`
    alter table acts
      add constraint acts_objection_of_status check (
        case status when 'objected' then objection <> '' when 'replaced' then true else objection = '' end),
      add constraint acts_answer_of_status check (
        case status when 'issued' then answered_at is null when 'replaced' then true else answered_at is not null end)`.execute(
    db,
  );
  await sql`drop trigger acts_moves on acts`.execute(db);
  await sql`
    create trigger acts_moves before update on acts for each row
    when (old.status <> new.status and old.status || '>' || new.status not in (
      'issued>confirmed', 'issued>objected', 'issued>replaced', 'confirmed>replaced', 'objected>replaced'))
    execute function only_moves()`.execute(db);
}

export const actReturns: Migration = { up };
