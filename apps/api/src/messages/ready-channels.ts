import type { MessageChannel } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { organizationChannels } from './channels/index.ts';

/** A channel that can send messages. */
export type ReadyChannel = {
  channel: MessageChannel;
  /** Organization whose settings the channel uses; null for the settings of the server. */
  sender_id: string | null;
  /** Id of the Telegram bot; null for other channels. */
  bot_id: string | null;
};

/** SQL condition: the server has no other organization, so no user can belong to another one. */
export const isOnlyOrganization = (organizationId: RawBuilder<unknown>) =>
  sql<SqlBool>`not exists (select from organizations other where other.id <> ${organizationId})`;

/** SQL for rows `channel, organization_id, bot_id` of the channels that organizations set up. @param where condition on the alias `o`. */
export const organizationSenders = (where: RawBuilder<SqlBool>) =>
  sql`(${sql.join(
    organizationChannels.map(
      ({ channel, table, botId }) =>
        sql`select ${sql.lit(channel)} as channel, o.organization_id, ${botId} as bot_id from ${sql.table(table)} o where ${where}`,
    ),
    sql` union all `,
  )})`;

/** SQL condition: the settings of the server include the channel. */
export const isByServer = (channel: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from message_channels m where m.channel = ${channel} and not m.is_rehearsal)`;

/**
 * SQL for the channels that can send messages of an organization, or account messages when it is null. Settings of the server take
 * precedence. Settings of an organization send its own messages, and account messages while it is the only organization of the server.
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

/** Returns the channels that can send messages of an organization, or account messages when it is null, ordered by name. */
export async function channelsReady(db: Db, organizationId: string | null): Promise<ReadyChannel[]> {
  const { rows } = await sql<ReadyChannel>`
    select * from (${readyChannels(sql`${organizationId}::uuid`)}) as ready order by channel`.execute(db);
  return rows;
}

/** Returns the channels that really send messages of an organization. Rehearsed channels are not included. */
export async function realChannels(db: Db, organizationId: string): Promise<MessageChannel[]> {
  const isOwn = sql<SqlBool>`o.organization_id = ${organizationId}::uuid`;
  const { rows } = await sql<{ channel: MessageChannel }>`
    select channel from message_channels where not is_rehearsal
    union
    select s.channel from ${organizationSenders(isOwn)} s`.execute(db);
  return rows.map(({ channel }) => channel);
}
