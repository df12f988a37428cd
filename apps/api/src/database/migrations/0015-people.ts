import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Invitations of employees, disabled users, links for a new password and for the first account, and the second approver. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table users
    add column switched_off_at timestamptz,
    add column switched_off_by uuid`.execute(db);

  await sql`
    alter table invitations
    drop constraint invitations_kind_check,
    add constraint invitations_kind check (kind in ('partner', 'employee')),
    add column phone text check (phone ~ '^\\+7[0-9]{10}$'),
    add column last_name text not null default '' check (char_length(last_name) <= 150),
    add column first_name text not null default '' check (char_length(first_name) <= 150),
    add column father_name text not null default '' check (char_length(father_name) <= 150),
    add column position text check (position in ('owner', 'manager', 'accountant', 'viewer')),
    add constraint invitations_of_employees
      check ((kind = 'employee') = (position is not null) and (kind = 'employee') = (phone is not null))`.execute(
    db,
  );
  await sql`
    create unique index invitations_of_employee on invitations (organization_id, phone)
    where kind = 'employee' and used_at is null and revoked_at is null`.execute(db);
  await sql`
    create index invitations_phone on invitations (phone)
    where used_at is null and revoked_at is null`.execute(db);

  await sql`
    create table account_links (
      id uuid primary key,
      kind text not null check (kind in ('recovery', 'setup')),
      user_id uuid references users on delete cascade,
      organization_id uuid references organizations,
      token_hash text not null,
      created_by uuid,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      revoked_at timestamptz,
      check ((kind = 'recovery') = (user_id is not null)),
      check (used_at is null or revoked_at is null)
    )`.execute(db);
  await sql`create unique index account_links_token on account_links (token_hash)`.execute(db);
  await sql`
    create index account_links_user on account_links (user_id)
    where used_at is null and revoked_at is null`.execute(db);

  await sql`alter table organizations add column four_eyes boolean not null default false`.execute(db);
  await sql`alter table payments add column formed_by uuid`.execute(db);
  await sql`update payments set formed_by = created_by where not requested`.execute(db);
}

export const people: Migration = { up };
