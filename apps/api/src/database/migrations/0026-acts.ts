import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Monthly acts: immutable statements of the payments of a partner in a month. */
async function up(db: Kysely<unknown>) {
  await sql`alter table counters drop constraint counters_kind_check`.execute(db);
  await sql`
    alter table counters add constraint counters_kind_check
    check (kind in ('lead', 'accrual', 'payment', 'registry', 'act'))`.execute(db);
  await sql`
    alter table partners
      add column contract_number text not null default '' check (char_length(contract_number) <= 60),
      add column contract_date date`.execute(db);

  await sql`
    create table acts (
      organization_id uuid not null references organizations,
      id uuid not null,
      number integer not null check (number > 0),
      version integer not null default 1 check (version > 0),
      partner_id uuid not null,
      month text not null check (month ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])$'),
      status text not null check (status in ('issued', 'confirmed', 'objected', 'replaced')),
      title text not null check (title <> ''),
      amount_kop bigint not null check (amount_kop > 0),
      content jsonb not null,
      objection text not null default '' check (char_length(objection) <= 1000),
      replaces uuid,
      created_by uuid,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      answered_at timestamptz,
      primary key (organization_id, id),
      unique (organization_id, number),
      foreign key (organization_id, partner_id) references partners,
      foreign key (organization_id, replaces) references acts,
      check ((objection <> '') = (status in ('objected', 'replaced'))),
      check ((status = 'issued') = (answered_at is null))
    )`.execute(db);
  await sql`
    create unique index acts_of_month on acts (organization_id, partner_id, month) where status <> 'replaced'`.execute(
    db,
  );
  await sql`create index acts_created on acts (organization_id, created_at, id)`.execute(db);
  await sql`
    create trigger acts_moves before update on acts for each row
    when (old.status <> new.status and old.status || '>' || new.status not in (
      'issued>confirmed', 'issued>objected', 'objected>replaced'))
    execute function only_moves()`.execute(db);
  await sql`
    create function keep_act() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or (new.organization_id, new.id, new.number, new.partner_id, new.month, new.title,
        new.amount_kop, new.content, new.created_at) is distinct from (old.organization_id, old.id, old.number,
        old.partner_id, old.month, old.title, old.amount_kop, old.content, old.created_at) then
        raise exception 'an act is kept as it was made' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger acts_kept before update or delete on acts for each row execute function keep_act()`.execute(
    db,
  );

  // A payment is in at most one act that is not canceled.
  await sql`
    create table act_payments (
      organization_id uuid not null,
      payment_id uuid not null,
      act_id uuid not null,
      primary key (organization_id, payment_id),
      foreign key (organization_id, act_id) references acts,
      foreign key (organization_id, payment_id) references payments
    )`.execute(db);
  await sql`create index act_payments_act on act_payments (organization_id, act_id)`.execute(db);
}

export const acts: Migration = { up };
