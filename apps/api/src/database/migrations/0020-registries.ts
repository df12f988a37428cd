import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Registries (payments of one kind that are sent to the bank together), and the bank details that they need. */
async function up(db: Kysely<unknown>) {
  await sql`alter table counters drop constraint counters_kind_check`.execute(db);
  await sql`
    alter table counters add constraint counters_kind_check
    check (kind in ('lead', 'accrual', 'payment', 'registry'))`.execute(db);

  // SBP methods also store the BIK of the bank. Transfers to an account need the correspondent account of the bank.
  await dropCheck(db, 'payout_methods', 'bik');
  await sql`
    alter table payout_methods
      add constraint payout_methods_bik check (bik ~ case kind
        when 'bank_account' then '^[0-9]{9}$' when 'sbp' then '^([0-9]{9})?$' else '^$' end),
      add column corr_account text not null default '' check (corr_account ~ '^(301[0-9]{17})?$'),
      add column kpp text not null default '' check (kpp ~ '^([0-9]{4}[0-9A-Z]{2}[0-9]{3})?$')`.execute(db);
  await sql`alter table organizations add column bank_files jsonb not null default '{}'`.execute(db);

  await sql`
    create table registries (
      organization_id uuid not null references organizations,
      id uuid not null,
      number integer not null check (number > 0),
      version integer not null default 1 check (version > 0),
      kind text not null check (kind in ('sbp', 'card', 'bank_account')),
      status text not null check (status in ('draft', 'approved', 'sent', 'closed', 'canceled')),
      cancel_reason text not null default '' check (char_length(cancel_reason) <= 1000),
      created_by uuid,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      approved_by uuid,
      approved_at timestamptz,
      sent_at timestamptz,
      closed_at timestamptz,
      primary key (organization_id, id),
      unique (organization_id, number),
      check (status in ('draft', 'canceled') or approved_at is not null),
      check ((status = 'closed') = (closed_at is not null))
    )`.execute(db);
  await sql`create index registries_created on registries (organization_id, created_at, id)`.execute(db);
  await sql`
    create trigger registries_moves before update on registries for each row
    when (old.status <> new.status and old.status || '>' || new.status not in (
      'draft>approved', 'draft>canceled', 'approved>sent', 'approved>closed', 'approved>canceled', 'sent>closed'))
    execute function only_moves()`.execute(db);

  await sql`
    create table registry_payments (
      organization_id uuid not null,
      registry_id uuid not null,
      payment_id uuid not null,
      amount_kop bigint not null check (amount_kop > 0),
      method jsonb not null,
      state text not null default 'open' check (state in ('open', 'paid', 'failed', 'out')),
      primary key (organization_id, registry_id, payment_id),
      foreign key (organization_id, registry_id) references registries,
      foreign key (organization_id, payment_id) references payments
    )`.execute(db);
  // A payment is in at most one registry that is not canceled.
  await sql`
    create unique index registry_payments_live on registry_payments (organization_id, payment_id)
    where state in ('open', 'paid')`.execute(db);
}

/** Drops the unnamed check of a table that refers to a column. */
const dropCheck = (db: Kysely<unknown>, table: string, column: string) =>
  sql`
    do ${sql.raw(`$$
    declare name text;
    begin
      for name in
        select conname from pg_constraint
        where conrelid = '${table}'::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ '\\(${column} '
      loop execute format('alter table ${table} drop constraint %I', name);
      end loop;
    end $$`)}`.execute(db);

export const registries: Migration = { up };
