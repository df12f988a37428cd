import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sales that are reported for an unknown client. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table waiting_sales (
      organization_id uuid not null references organizations,
      id uuid not null,
      status text not null check (status in ('waiting', 'matched', 'rejected', 'expired')),
      name text not null check (char_length(name) <= 200),
      phone text check (phone ~ '^\\+7[3489][0-9]{9}$'),
      email text not null,
      email_key text not null,
      inn text not null,
      client_external_id text check (char_length(client_external_id) between 1 and 100),
      program_id uuid,
      amount_kop bigint not null check (amount_kop > 0),
      vat_kop bigint check (vat_kop > 0 and vat_kop < amount_kop),
      paid_on date not null,
      product text not null,
      comment text not null,
      external_id text check (char_length(external_id) between 1 and 100),
      reason text not null default '' check (char_length(reason) <= 1000),
      client_id uuid,
      sale_id uuid,
      created_at timestamptz not null,
      closed_at timestamptz,
      primary key (organization_id, id),
      foreign key (organization_id, program_id) references programs,
      foreign key (organization_id, client_id) references clients,
      foreign key (organization_id, sale_id) references sales,
      check ((status = 'waiting') = (closed_at is null)),
      check (sale_id is null or status = 'matched')
    )`.execute(db);
  await sql`
    create unique index waiting_sales_external_id on waiting_sales (organization_id, external_id)
    where status = 'waiting' and external_id is not null`.execute(db);
  await sql`
    create index waiting_sales_open on waiting_sales (organization_id, created_at, id) where status = 'waiting'`.execute(
    db,
  );
  await sql`
    create index waiting_sales_age on waiting_sales (created_at) where status = 'waiting'`.execute(db);
  await sql`
    create index waiting_sales_program on waiting_sales (organization_id, program_id) where program_id is not null`.execute(
    db,
  );
  await sql`
    create index waiting_sales_client on waiting_sales (organization_id, client_id) where client_id is not null`.execute(
    db,
  );
  await sql`
    create index waiting_sales_sale on waiting_sales (organization_id, sale_id) where sale_id is not null`.execute(
    db,
  );
}

export const waitingSales: Migration = { up };
