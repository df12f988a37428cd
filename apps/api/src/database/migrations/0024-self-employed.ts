import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Payments to the self-employed: contract fields of cards, status at the tax service, and receipts. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table organizations add column receipts_required boolean not null default true`.execute(db);
  await sql`
    alter table partners
      add column contract_kind text not null default 'services'
        check (contract_kind in ('services', 'agency', 'commission', 'mandate')),
      add column employment text not null default 'none' check (employment in ('none', 'current', 'former')),
      add column employed_until date check (employed_until is null or employment = 'former')`.execute(db);

  await sql`
    create table tax_statuses (
      organization_id uuid not null,
      partner_id uuid not null,
      inn text not null,
      status text not null check (status in ('active', 'lost')),
      checked_on date not null,
      checked_at timestamptz not null,
      primary key (organization_id, partner_id),
      foreign key (organization_id, partner_id) references partners on delete cascade
    )`.execute(db);
  await sql`
    create table tax_checks (
      organization_id uuid not null,
      partner_id uuid not null,
      inn text not null,
      wave uuid not null,
      status text not null check (status in ('waiting', 'taken', 'done', 'failed')),
      attempts integer not null default 0,
      problem text not null default '',
      due_at timestamptz not null,
      requested_at timestamptz not null,
      lease uuid,
      leased_until timestamptz,
      primary key (organization_id, partner_id),
      foreign key (organization_id, partner_id) references partners on delete cascade,
      check ((status = 'taken') = (lease is not null)),
      check ((lease is null) = (leased_until is null))
    )`.execute(db);
  await sql`
    create index tax_checks_due on tax_checks (due_at) where status in ('waiting', 'taken')`.execute(db);

  await sql`
    create table receipts (
      organization_id uuid not null,
      payment_id uuid not null,
      partner_id uuid not null,
      status text not null check (status in ('awaited', 'received', 'mismatched', 'annulled')),
      due_on date not null,
      number text not null default '' check (number ~ '^([0-9A-Za-z]{6,40})?$'),
      link_inn text not null default '',
      problem text not null default '',
      given_at timestamptz,
      checked_at timestamptz,
      checks integer not null default 0,
      check_at timestamptz,
      lease uuid,
      leased_until timestamptz,
      reminded_on date,
      created_at timestamptz not null,
      primary key (organization_id, payment_id),
      foreign key (organization_id, payment_id) references payments on delete cascade,
      foreign key (organization_id, partner_id) references partners on delete cascade,
      check ((number = '') = (status = 'awaited')),
      check ((lease is null) = (leased_until is null))
    )`.execute(db);
  await sql`create index receipts_due on receipts (organization_id, due_on, payment_id)`.execute(db);
  await sql`
    create index receipts_partner on receipts (organization_id, partner_id) where status <> 'received'`.execute(
    db,
  );
  await sql`create index receipts_check on receipts (check_at) where check_at is not null`.execute(db);
  await sql`
    create unique index receipts_number on receipts (organization_id, lower(number)) where number <> ''`.execute(
    db,
  );
}

export const selfEmployed: Migration = { up };
