import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The program knows the names of channels, so that a new channel needs no migration. */
async function up(db: Kysely<unknown>) {
  await sql`alter table message_channels drop constraint message_channels_channel_check`.execute(db);
  await sql`alter table message_choices drop constraint message_choices_channel_check`.execute(db);
  await sql`alter table deliveries drop constraint deliveries_channel_check`.execute(db);
  await sql`alter table deliveries drop constraint deliveries_sender`.execute(db);
}

export const messageChannels: Migration = { up };
