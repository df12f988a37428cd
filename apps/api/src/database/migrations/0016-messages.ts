import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Messages to users, their deliveries by channel, and the notification settings of users. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table message_channels (
      channel text primary key check (channel in ('email', 'telegram', 'sms')),
      sender text not null,
      is_rehearsal boolean not null
    )`.execute(db);
  await sql`
    create table messages (
      id uuid primary key,
      organization_id uuid references organizations,
      user_id uuid references users on delete cascade,
      event text not null,
      title text not null,
      body text not null,
      path text not null,
      is_secret boolean not null,
      in_bell boolean not null,
      created_at timestamptz not null,
      read_at timestamptz,
      check (not in_bell or (user_id is not null and not is_secret))
    )`.execute(db);
  await sql`create index messages_bell on messages (user_id, created_at, id) where in_bell`.execute(db);
  await sql`create index messages_unread on messages (user_id) where in_bell and read_at is null`.execute(db);
  await sql`create index messages_old on messages (created_at)`.execute(db);
  await sql`
    create table deliveries (
      id uuid primary key,
      message_id uuid not null references messages on delete cascade,
      organization_id uuid references organizations,
      user_id uuid references users on delete cascade,
      channel text not null check (channel in ('email', 'telegram', 'sms')),
      address text not null,
      is_daily boolean not null,
      status text not null check (status in ('waiting', 'taken', 'handed', 'sent', 'failed')),
      attempts integer not null default 0,
      problem text not null default '',
      due_at timestamptz not null,
      expires_at timestamptz,
      lease uuid,
      leased_until timestamptz,
      created_at timestamptz not null,
      sent_at timestamptz,
      check ((status in ('taken', 'handed')) = (lease is not null)),
      check ((lease is null) = (leased_until is null)),
      check ((status = 'sent') = (sent_at is not null))
    )`.execute(db);
  await sql`
    create index deliveries_due on deliveries (channel, due_at) where status = 'waiting' and not is_daily`.execute(
    db,
  );
  await sql`
    create index deliveries_leased on deliveries (channel, leased_until) where status in ('taken', 'handed')`.execute(
    db,
  );
  await sql`create index deliveries_outbox on deliveries (organization_id, created_at, id)`.execute(db);
  await sql`create index deliveries_of_message on deliveries (message_id)`.execute(db);
  await sql`
    create index deliveries_daily on deliveries (channel, due_at) where status = 'waiting' and is_daily`.execute(
    db,
  );
  await sql`
    create table message_choices (
      user_id uuid not null references users on delete cascade,
      event text not null,
      channel text not null check (channel in ('email', 'telegram', 'sms')),
      mode text not null check (mode in ('off', 'now', 'daily')),
      primary key (user_id, event, channel)
    )`.execute(db);
  await sql`
    create table quiet_hours (
      user_id uuid primary key references users on delete cascade,
      quiet_from text,
      quiet_until text,
      check ((quiet_from is null) = (quiet_until is null))
    )`.execute(db);
  await sql`
    create table telegram_chats (
      user_id uuid primary key references users on delete cascade,
      chat_id text not null unique,
      linked_at timestamptz not null
    )`.execute(db);
  await sql`
    create table telegram_starts (
      user_id uuid primary key references users on delete cascade,
      token_hash text not null unique,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table telegram_polls (
      bot text primary key,
      holder uuid not null,
      held_until timestamptz not null,
      next_update bigint not null
    )`.execute(db);
}

export const messages: Migration = { up };
