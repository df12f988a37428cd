import type { MessageChannel } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** A channel that can be sent by, and the organization whose settings it uses; null: those of the server. */
export type ReadyChannel = { channel: MessageChannel; sender_id: string | null };

/** Predicate: no organization but this one is on the server, so that no user can belong to another. */
export const isOnlyOrganization = (organizationId: RawBuilder<unknown>) =>
  sql<SqlBool>`not exists (select from organizations other where other.id <> ${organizationId})`;

/**
 * Rows of `ReadyChannel` for messages of an organization, or of the account when it is null. Settings of the server come first. Those of
 * an organization send its own messages, and messages of the account while no other organization is on the server.
 */
export const readyChannels = (organizationId: RawBuilder<unknown>) => sql<ReadyChannel>`
  select m.channel, null::uuid as sender_id from message_channels m
  where m.channel <> 'email' or not m.is_rehearsal
    or not exists (select from organization_mail o where ${sends(organizationId)})
  union all
  select 'email', o.organization_id from organization_mail o
  where ${sends(organizationId)}
    and not exists (select from message_channels m where m.channel = 'email' and not m.is_rehearsal)`;

const sends = (organizationId: RawBuilder<unknown>) => sql<SqlBool>`case
  when ${organizationId}::uuid is null then ${isOnlyOrganization(sql`o.organization_id`)}
  else o.organization_id = ${organizationId}::uuid end`;

/** Channels that can send messages of an organization, or of the account when it is null, in order of their names. */
export async function channelsReady(db: Db, organizationId: string | null): Promise<ReadyChannel[]> {
  const { rows } = await sql<ReadyChannel>`
    select * from (${readyChannels(sql`${organizationId}::uuid`)}) as ready order by channel`.execute(db);
  return rows;
}
