import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Telegram bots of organizations. A chat is linked with one bot. Chats and cursors of the former single bot have an empty bot until the
 * server starts with its token.
 */
async function up(db: Kysely<unknown>) {
  await sql`
    create table organization_telegram (
      organization_id uuid primary key references organizations,
      bot_id text not null check (bot_id ~ '^[0-9]+$'),
      bot_name text not null check (bot_name <> ''),
      token text not null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`alter table message_channels add column bot_id text`.execute(db);
  await sql`alter table deliveries drop constraint deliveries_check3`.execute(db);
  await sql`
    alter table deliveries add constraint deliveries_sender check (sender_id is null or channel in ('email', 'telegram'))`.execute(
    db,
  );
  await sql`alter table telegram_chats add column bot_id text not null default ''`.execute(db);
  await sql`alter table telegram_chats alter column bot_id drop default`.execute(db);
  await sql`alter table telegram_chats add column sender_id uuid references organizations`.execute(db);
  await sql`alter table telegram_chats drop constraint telegram_chats_pkey`.execute(db);
  await sql`alter table telegram_chats drop constraint telegram_chats_chat_id_key`.execute(db);
  await sql`alter table telegram_chats add primary key (user_id, bot_id)`.execute(db);
  await sql`alter table telegram_chats add unique (bot_id, chat_id)`.execute(db);
  // Links are valid for at most 15 minutes.
  await sql`delete from telegram_starts`.execute(db);
  await sql`alter table telegram_starts add column bot_id text not null`.execute(db);
  await sql`alter table telegram_starts drop constraint telegram_starts_pkey`.execute(db);
  await sql`alter table telegram_starts add primary key (user_id, bot_id)`.execute(db);
}

export const organizationTelegram: Migration = { up };
