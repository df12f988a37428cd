import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** One claim for each lead that was ever rewarded. Its accruals add up to its target. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table claims (
      organization_id uuid not null,
      lead_id uuid not null,
      partner_id uuid not null,
      program_id uuid not null,
      rewarded_before integer not null check (rewarded_before >= 0),
      target_kop bigint not null check (target_kop >= 0),
      cleared_kop bigint not null check (cleared_kop >= 0),
      hand_kop bigint check (hand_kop >= 0),
      hand_reason text not null default '',
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (organization_id, lead_id),
      foreign key (organization_id, lead_id) references leads,
      foreign key (organization_id, partner_id) references partners,
      foreign key (organization_id, program_id) references programs,
      check (target_kop <= hand_kop)
    )`.execute(db);
  await backfillClaims(db);
  await sql`
    alter table accruals add constraint accruals_claim
    foreign key (organization_id, lead_id) references claims (organization_id, lead_id) deferrable initially deferred`.execute(
    db,
  );
  await sql`
    create function claim_adds_up() returns trigger language plpgsql as $$
    begin
      if exists (
        select from claims c
        where c.organization_id = new.organization_id and c.lead_id = new.lead_id and c.target_kop <> (
          select coalesce(sum(a.amount_kop), 0) from accruals a
          where a.organization_id = c.organization_id and a.lead_id = c.lead_id and a.status <> 'canceled')
      ) then
        raise exception 'a claim does not add up' using errcode = 'restrict_violation';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger claims_add_up after insert or update of target_kop on claims
    deferrable initially deferred for each row execute function claim_adds_up()`.execute(db);
  // Only for changes of the sum, so that a payment that updates a hundred thousand accruals does not run the function.
  await sql`
    create constraint trigger accruals_add_up_to_claim after insert on accruals
    deferrable initially deferred for each row
    when (new.lead_id is not null) execute function claim_adds_up()`.execute(db);
  await sql`
    create constraint trigger accruals_still_add_up_to_claim after update of status on accruals
    deferrable initially deferred for each row
    when (new.lead_id is not null and new.status = 'canceled') execute function claim_adds_up()`.execute(db);
}

/**
 * Creates claims for leads that were already rewarded. A reward that was canceled although its lead still qualifies for one counts as a
 * manual decision.
 */
const backfillClaims = (db: Kysely<unknown>) =>
  sql`
    insert into claims (organization_id, lead_id, partner_id, program_id, rewarded_before, target_kop, cleared_kop,
      hand_kop, hand_reason, created_at, updated_at)
    select l.organization_id, l.id, l.partner_id, l.program_id,
      row_number() over (partition by l.organization_id, l.partner_id, l.program_id order by a.first_number) - 1,
      a.alive_kop, case when a.in_review then 0 else a.alive_kop end,
      case when a.alive_kop = 0 and l.reward_id is null
        and (l.status = 'won' or (l.status = 'qualified' and l.reward_event = 'lead_qualified')) then 0 end,
      '', a.first_at, l.updated_at
    from leads l
    join lateral (
      select min(number) as first_number, min(created_at) as first_at, bool_or(status = 'review') as in_review,
        greatest(coalesce(sum(amount_kop) filter (where status <> 'canceled'), 0), 0) as alive_kop
      from accruals a where a.organization_id = l.organization_id and a.lead_id = l.id
    ) a on a.first_number is not null`.execute(db);

export const claims: Migration = { up };
