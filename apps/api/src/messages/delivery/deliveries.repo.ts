import { randomUUID } from 'node:crypto';
import { MESSAGE_CHANNELS, type MessageEvent } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { onlySupportUrl } from '../../organization/index.ts';
import { plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Backlog } from '../../platform/metrics/watch.ts';
import type { Channel } from '../channels/channel.ts';
import { getChannelDefinition } from '../channels/index.ts';
import { isOnlyOrganization } from '../ready-channels.ts';
import { isReader } from '../recipients.ts';

/** Lease of a worker, in seconds. Longer than the timeout of an attempt. */
const LEASE = 120;
/** Seconds of the lease that must remain when an attempt starts. */
const MIN_LEASE_LEFT = 45;

/** Maximum number of deliveries that the backlog counts per channel and kind. */
const MAX_COUNTED = 5000;
/** Maximum number of messages in a digest. */
const MAX_DIGEST = 1000;

const UNKNOWN_OUTCOME = 'Неизвестно, дошло ли: сервер остановился во время отправки.';

/** Delivery that a worker has leased, with the data of its message. */
export type ClaimedDelivery = {
  id: string;
  message_id: string;
  user_id: string | null;
  organization_id: string | null;
  address: string;
  attempts: number;
  is_daily: boolean;
  expires_at: Date | null;
  event: MessageEvent | 'direct';
  title: string;
  body: string;
  path: string;
  is_secret: boolean;
  is_active: boolean;
  /** Whether the user still belongs to the organization of the message. */
  is_reader: boolean;
  /** Relation of the user to the organization of the message; null without one. */
  membership: 'employee' | 'partner' | null;
  /** Whether the address still belongs to the user. True for a message to an address without a user. */
  is_linked: boolean;
  /** Whether the channel's organization may carry the message: it is its own message, or the server has no other organization. */
  may_carry: boolean;
  has_hours: boolean;
  quiet_from: string | null;
  quiet_until: string | null;
  time_zone: string;
  /** Support address of the organization; empty without one. */
  support_url: string;
};

/** Queries of the delivery workers. Each leased row belongs to one worker until the lease expires. */
export const deliveriesRepo = (db: Db) => {
  const repo = {
    /**
     * Releases expired leases. A message that may already be sent is retried only on a repeatable channel; else it fails.
     *
     * @returns the number of failed deliveries.
     */
    async recover(
      { channel, isRepeatable, isRehearsal }: Channel,
      senderId: string | null,
      now: Date,
    ): Promise<number> {
      const isLost = sql<SqlBool>`status = 'handed' and not ${isRepeatable}::boolean`;
      const { rows } = await sql<{ status: string; message_id: string }>`
      update deliveries set
        status = case when ${isLost} then 'failed' else 'waiting' end,
        problem = case when ${isLost} then ${UNKNOWN_OUTCOME} else problem end,
        attempts = case when status = 'handed' then attempts + 1 else attempts end,
        lease = null, leased_until = null
      where channel = ${channel} and ${isOf(senderId)} and status in ('taken', 'handed') and leased_until <= ${now}
      returning status, message_id`.execute(db);
      const failed = rows.filter(({ status }) => status === 'failed');
      if (!isRehearsal) await repo.eraseSecretTexts(failed.map(({ message_id }) => message_id));
      return failed.length;
    },

    /** Returns due deliveries of the server's channels by channel. It reads an index and counts at most `MAX_COUNTED` rows per kind. */
    async backlog(now: Date): Promise<Backlog[]> {
      const due = (daily: ReturnType<typeof sql>) => sql`(
      select due_at from deliveries d
      where d.channel = c.channel and d.sender_id is null and d.status = 'waiting' and ${daily} and d.due_at <= ${now}
      order by d.due_at limit ${MAX_COUNTED})`;
      const { rows } = await sql<Backlog>`
      select c.channel, count(d.due_at)::int as due, min(d.due_at) as "oldestDueAt"
      from unnest(${[...MESSAGE_CHANNELS]}::text[]) as c (channel)
      left join lateral (${due(sql`not d.is_daily`)} union all ${due(sql`d.is_daily`)}) as d on true
      group by c.channel`.execute(db);
      return rows;
    },

    /** Leases due deliveries: single ones, and all daily ones of one user. */
    async take(
      { channel, botId = '' }: Pick<Channel, 'channel' | 'botId'>,
      senderId: string | null,
      now: Date,
      limit: number,
    ): Promise<{ lease: string; deliveries: ClaimedDelivery[] }> {
      const lease = randomUUID();
      const { rows } = await sql<ClaimedDelivery>`
      with first as (
        select user_id from deliveries
        where channel = ${channel} and ${isOf(senderId)} and status = 'waiting' and is_daily and due_at <= ${now} order by due_at limit 1
      ), single as (
        select id from deliveries
        where channel = ${channel} and ${isOf(senderId)} and status = 'waiting' and not is_daily and due_at <= ${now}
        order by due_at limit ${limit} for update skip locked
      ), together as (
        select id from deliveries
        where channel = ${channel} and ${isOf(senderId)} and status = 'waiting' and is_daily and due_at <= ${now}
          and user_id = (select user_id from first) limit ${MAX_DIGEST} for update skip locked
      ), leased as (
        update deliveries set status = 'taken', lease = ${lease}, leased_until = ${plusSeconds(now, LEASE)}
        where id in (select id from single union all select id from together) returning *
      )
      select d.id, d.message_id, d.user_id, d.organization_id, d.address, d.attempts, d.is_daily, d.expires_at,
        m.event, m.title, m.body, m.path, m.is_secret, coalesce(u.is_active, true) as is_active,
        d.user_id is null or m.event = 'direct' or ${isReader(sql`d.organization_id`, sql`d.user_id`)} as is_reader,
        case when u.organization_id = d.organization_id then 'employee'
          when exists (select from partners card where card.organization_id = d.organization_id and card.user_id = d.user_id) then 'partner'
        end as membership,
        d.user_id is null or (${getChannelDefinition(channel).isCurrentAddress}) as is_linked,
        d.sender_id is null or d.sender_id = d.organization_id
          or (d.organization_id is null and ${isOnlyOrganization(sql`d.sender_id`)}) as may_carry,
        q.user_id is not null as has_hours, q.quiet_from, q.quiet_until,
        coalesce(o.time_zone, 'Europe/Moscow') as time_zone,
        coalesce(nullif(o.support_url, ''), case when o.id is null then ${onlySupportUrl} end, '') as support_url
      from leased d
      join messages m on m.id = d.message_id
      left join users u on u.id = d.user_id
      left join organizations o on o.id = coalesce(d.organization_id, u.organization_id)
      left join quiet_hours q on q.user_id = d.user_id
      left join telegram_chats t on t.user_id = d.user_id and t.bot_id = ${botId} and t.chat_id = d.address
      order by d.due_at, d.created_at, d.id`.execute(db);
      return { lease, deliveries: rows };
    },

    /** Marks deliveries as handed to the channel. @returns false when the lease has expired or expires soon. */
    async markSending(lease: string, ids: readonly string[], now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('deliveries')
        .set({ status: 'handed' })
        .where('lease', '=', lease)
        .where('status', '=', 'taken')
        .where('leased_until', '>', plusSeconds(now, MIN_LEASE_LEFT))
        .where('id', 'in', ids)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows) === ids.length;
    },

    /** Marks deliveries as sent. */
    async sent(lease: string, ids: readonly string[], now: Date) {
      await leased(db, lease, ids)
        .set((builder) => ({
          ...NO_LEASE,
          status: 'sent',
          sent_at: now,
          problem: '',
          attempts: builder('attempts', '+', 1),
        }))
        .execute();
    },

    /** Marks deliveries as failed. They are not retried. */
    async failed(lease: string, ids: readonly string[], problem: string) {
      await leased(db, lease, ids)
        .set((builder) => ({ ...NO_LEASE, problem, status: 'failed', attempts: builder('attempts', '+', 1) }))
        .execute();
    },

    /** Ends the lease of deliveries, which are sent later. */
    async release(
      lease: string,
      ids: readonly string[],
      later: { due_at?: Date; problem?: string; isAttempt: boolean },
    ) {
      const { isAttempt, ...change } = later;
      if (ids.length === 0) return;
      await leased(db, lease, ids)
        .set((builder) => ({
          ...NO_LEASE,
          ...change,
          status: 'waiting',
          attempts: builder('attempts', '+', isAttempt ? 1 : 0),
        }))
        .execute();
    },

    /** Deletes deliveries without a recipient. */
    async drop(lease: string, ids: readonly string[]) {
      if (ids.length === 0) return;
      await db.deleteFrom('deliveries').where('lease', '=', lease).where('id', 'in', ids).execute();
    },

    /**
     * Deletes secret texts whose deliveries are all sent, failed or expired. Needed after a process that ended between sending and deleting,
     * and for deliveries of a channel that was removed.
     */
    async forgetLeftovers(now: Date) {
      await sql`
      update messages m set body = ''
      where m.is_secret and m.body <> '' and m.created_at < ${plusSeconds(now, -LEASE)}
        and not exists (
          select from deliveries d where d.message_id = m.id
            and d.status in ('waiting', 'taken', 'handed') and (d.expires_at is null or d.expires_at > ${now}))
        and not exists (
          select from deliveries d join message_channels c on c.channel = d.channel and d.sender_id is null
          where d.message_id = m.id and c.is_rehearsal)`.execute(db);
    },

    /** Deletes the texts of secret messages without pending deliveries. */
    async eraseSecretTexts(messageIds: readonly string[]) {
      if (messageIds.length === 0) return;
      await db
        .updateTable('messages as m')
        .set({ body: '' })
        .where('m.id', 'in', messageIds)
        .where('m.is_secret', '=', true)
        .where(
          sql<SqlBool>`not exists (select from deliveries d where d.message_id = m.id and d.status in ('waiting', 'taken', 'handed'))`,
        )
        .execute();
    },

    async unlink(userId: string, bot: string, chat: string) {
      await db
        .deleteFrom('telegram_chats')
        .where('user_id', '=', userId)
        .where('bot_id', '=', bot)
        .where('chat_id', '=', chat)
        .execute();
    },
  };
  return repo;
};

const isOf = (senderId: string | null) =>
  senderId === null ? sql`sender_id is null` : sql`sender_id = ${senderId}`;

const NO_LEASE = { lease: null, leased_until: null };

const leased = (db: Db, lease: string, ids: readonly string[]) =>
  db.updateTable('deliveries').where('lease', '=', lease).where('id', 'in', ids);
