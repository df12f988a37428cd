import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Mail servers of organizations, and the sender of each delivery. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table organization_mail (
      organization_id uuid primary key references organizations,
      host text not null check (host <> ''),
      port integer not null check (port between 1 and 65535),
      encryption text not null check (encryption in ('tls', 'starttls')),
      user_name text not null,
      password text,
      from_address text not null check (from_address <> ''),
      from_name text not null,
      changed_at timestamptz not null,
      check ((user_name = '') = (password is null))
    )`.execute(db);
  await sql`alter table deliveries add column sender_id uuid references organizations`.execute(db);
  await sql`alter table deliveries add check (sender_id is null or channel = 'email')`.execute(db);
  // A worker reads the due deliveries of one sender.
  await sql`drop index deliveries_due`.execute(db);
  await sql`drop index deliveries_daily`.execute(db);
  await sql`drop index deliveries_leased`.execute(db);
  await sql`
    create index deliveries_due on deliveries (channel, sender_id, due_at)
    where status = 'waiting' and not is_daily`.execute(db);
  await sql`
    create index deliveries_daily on deliveries (channel, sender_id, due_at)
    where status = 'waiting' and is_daily`.execute(db);
  await sql`
    create index deliveries_leased on deliveries (channel, sender_id, leased_until)
    where status in ('taken', 'handed')`.execute(db);
  await sql`
    create index deliveries_of_sender on deliveries (sender_id)
    where sender_id is not null and status in ('waiting', 'taken', 'handed')`.execute(db);
}

export const organizationMail: Migration = { up };
