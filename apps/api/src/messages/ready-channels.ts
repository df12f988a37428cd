import type { MessageChannel } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** A channel that can be sent by. */
export type ReadyChannel = {
  channel: MessageChannel;
  /** The organization whose settings it uses; null: those of the server. */
  sender_id: string | null;
  /** Telegram bot that it sends by; null for other channels. */
  bot_id: string | null;
};

/** Predicate: no organization but this one is on the server, so that no user can belong to another. */
export const isOnlyOrganization = (organizationId: RawBuilder<unknown>) =>
  sql<SqlBool>`not exists (select from organizations other where other.id <> ${organizationId})`;

/** Rows `channel, organization_id, bot_id` of what organizations have set up. @param where condition on `o`. */
export const organizationSenders = (where: RawBuilder<SqlBool>) => sql`(
  select 'email' as channel, o.organization_id, null::text as bot_id from organization_mail o where ${where}
  union all select 'telegram', o.organization_id, o.bot_id from organization_telegram o where ${where})`;

/** Predicate: the settings of the server send by a channel. */
export const isByServer = (channel: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from message_channels m where m.channel = ${channel} and not m.is_rehearsal)`;

/**
 * Rows of `ReadyChannel` for messages of an organization, or of the account when it is null. Settings of the server come first. Those of
 * an organization send its own messages, and messages of the account while no other organization is on the server.
 */
export const readyChannels = (organizationId: RawBuilder<unknown>) => sql<ReadyChannel>`
  select c.channel, null::uuid as sender_id, c.bot_id from message_channels c
  where not c.is_rehearsal
    or c.channel not in (select s.channel from ${organizationSenders(sends(organizationId))} s)
  union all
  select s.channel, s.organization_id, s.bot_id from ${organizationSenders(sends(organizationId))} s
  where not ${isByServer(sql`s.channel`)}`;

const sends = (organizationId: RawBuilder<unknown>) => sql<SqlBool>`case
  when ${organizationId}::uuid is null then ${isOnlyOrganization(sql`o.organization_id`)}
  else o.organization_id = ${organizationId}::uuid end`;

/** Channels that can send messages of an organization, or of the account when it is null, in order of their names. */
export async function channelsReady(db: Db, organizationId: string | null): Promise<ReadyChannel[]> {
  const { rows } = await sql<ReadyChannel>`
    select * from (${readyChannels(sql`${organizationId}::uuid`)}) as ready order by channel`.execute(db);
  return rows;
}

/** Channels by which messages of an organization leave the server: those that are rehearsed are left out. */
export async function realChannels(db: Db, organizationId: string): Promise<MessageChannel[]> {
  const isOwn = sql<SqlBool>`o.organization_id = ${organizationId}::uuid`;
  const { rows } = await sql<{ channel: MessageChannel }>`
    select channel from message_channels where not is_rehearsal
    union
    select s.channel from ${organizationSenders(isOwn)} s`.execute(db);
  return rows.map(({ channel }) => channel);
}
