import { randomUUID } from 'node:crypto';
import type { MessageEvent } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { onlySupportUrl } from '../../organization/index.ts';
import { plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Backlog } from '../../platform/metrics/watch.ts';
import type { Channel } from '../channels/channel.ts';
import { isOnlyOrganization } from '../ready-channels.ts';
import { isReader } from '../recipients.ts';

/** Seconds for which a worker has what it took. Longer than the longest try. */
const LEASE = 120;
/** Seconds that must be left of them for a try to begin. */
const ENOUGH = 45;

/** Messages of a kind beyond which nobody counts on. */
const MOST_COUNTED = 5000;
/** Messages of one digest. */
const MOST_TOGETHER = 1000;

const UNKNOWN = 'Неизвестно, дошло ли: сервер остановился во время отправки.';

/** Delivery that a worker has taken, with all that the letter is made of. */
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
  /** The user still belongs to the organization of the message. */
  is_reader: boolean;
  /** The address is still one of the person's; true for a message to an address. */
  is_linked: boolean;
  /** The sender may still read it: it is the organization's own, or no other organization is on the server. */
  may_carry: boolean;
  has_hours: boolean;
  quiet_from: string | null;
  quiet_until: string | null;
  time_zone: string;
  /** Support address of the organization; empty without one. */
  support_url: string;
};

/** The outbox as its workers use it: every row has one holder, until its lease runs out. */
export const deliveriesRepo = (db: Db) => {
  const repo = {
    /**
     * Gives up leases that have run out. What may have been sent is tried again only where that does no harm.
     *
     * @returns the number of those that are not.
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
        problem = case when ${isLost} then ${UNKNOWN} else problem end,
        attempts = case when status = 'handed' then attempts + 1 else attempts end,
        lease = null, leased_until = null
      where channel = ${channel} and ${isOf(senderId)} and status in ('taken', 'handed') and leased_until <= ${now}
      returning status, message_id`.execute(db);
      const lost = rows.filter(({ status }) => status === 'failed');
      if (!isRehearsal) await repo.forget(lost.map(({ message_id }) => message_id));
      return lost.length;
    },

    /** Deliveries that are due on the channels of the server, by channel. Each is read by its index, up to `MOST_COUNTED`. */
    async backlog(now: Date): Promise<Backlog[]> {
      const due = (daily: ReturnType<typeof sql>) => sql`(
      select due_at from deliveries d
      where d.channel = c.channel and d.sender_id is null and d.status = 'waiting' and ${daily} and d.due_at <= ${now}
      order by d.due_at limit ${MOST_COUNTED})`;
      const { rows } = await sql<Backlog>`
      select c.channel, count(d.due_at)::int as due, min(d.due_at) as "oldestDueAt"
      from unnest(array['email', 'telegram', 'sms']) as c (channel)
      left join lateral (${due(sql`not d.is_daily`)} union all ${due(sql`d.is_daily`)}) as d on true
      group by c.channel`.execute(db);
      return rows;
    },

    /** Takes what is due: some letters, or all that one person gets together. */
    async take(
      { channel, botId = '' }: Pick<Channel, 'channel' | 'botId'>,
      senderId: string | null,
      now: Date,
      most: number,
    ): Promise<{ lease: string; letters: ClaimedDelivery[] }> {
      const lease = randomUUID();
      const { rows } = await sql<ClaimedDelivery>`
      with first as (
        select user_id from deliveries
        where channel = ${channel} and ${isOf(senderId)} and status = 'waiting' and is_daily and due_at <= ${now} order by due_at limit 1
      ), single as (
        select id from deliveries
        where channel = ${channel} and ${isOf(senderId)} and status = 'waiting' and not is_daily and due_at <= ${now}
        order by due_at limit ${most} for update skip locked
      ), together as (
        select id from deliveries
        where channel = ${channel} and ${isOf(senderId)} and status = 'waiting' and is_daily and due_at <= ${now}
          and user_id = (select user_id from first) limit ${MOST_TOGETHER} for update skip locked
      ), taken as (
        update deliveries set status = 'taken', lease = ${lease}, leased_until = ${plusSeconds(now, LEASE)}
        where id in (select id from single union all select id from together) returning *
      )
      select d.id, d.message_id, d.user_id, d.organization_id, d.address, d.attempts, d.is_daily, d.expires_at,
        m.event, m.title, m.body, m.path, m.is_secret, coalesce(u.is_active, true) as is_active,
        d.user_id is null or m.event = 'direct' or ${isReader(sql`d.organization_id`, sql`d.user_id`)} as is_reader,
        d.user_id is null or case d.channel
          when 'telegram' then t.user_id is not null
          when 'email' then u.email = d.address and u.email_confirmed_at is not null
          else u.phone = d.address end as is_linked,
        d.sender_id is null or d.sender_id = d.organization_id
          or (d.organization_id is null and ${isOnlyOrganization(sql`d.sender_id`)}) as may_carry,
        q.user_id is not null as has_hours, q.quiet_from, q.quiet_until,
        coalesce(o.time_zone, 'Europe/Moscow') as time_zone,
        coalesce(nullif(o.support_url, ''), case when o.id is null then ${onlySupportUrl} end, '') as support_url
      from taken d
      join messages m on m.id = d.message_id
      left join users u on u.id = d.user_id
      left join organizations o on o.id = coalesce(d.organization_id, u.organization_id)
      left join quiet_hours q on q.user_id = d.user_id
      left join telegram_chats t on t.user_id = d.user_id and t.bot_id = ${botId} and t.chat_id = d.address
      order by d.due_at, d.created_at, d.id`.execute(db);
      return { lease, letters: rows };
    },

    /** Says that letters are being given to the channel. @returns false when they are this worker's no longer. */
    async hand(lease: string, ids: readonly string[], now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('deliveries')
        .set({ status: 'handed' })
        .where('lease', '=', lease)
        .where('status', '=', 'taken')
        .where('leased_until', '>', plusSeconds(now, ENOUGH))
        .where('id', 'in', ids)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows) === ids.length;
    },

    async sent(lease: string, ids: readonly string[], now: Date) {
      await held(db, lease, ids)
        .set((of) => ({
          ...FREE,
          status: 'sent',
          sent_at: now,
          problem: '',
          attempts: of('attempts', '+', 1),
        }))
        .execute();
    },

    async failed(lease: string, ids: readonly string[], problem: string) {
      await held(db, lease, ids)
        .set((of) => ({ ...FREE, problem, status: 'failed', attempts: of('attempts', '+', 1) }))
        .execute();
    },

    /** Lets go of letters, to be sent later. */
    async release(
      lease: string,
      ids: readonly string[],
      later: { due_at?: Date; problem?: string; tried: boolean },
    ) {
      const { tried, ...change } = later;
      if (ids.length === 0) return;
      await held(db, lease, ids)
        .set((of) => ({
          ...FREE,
          ...change,
          status: 'waiting',
          attempts: of('attempts', '+', tried ? 1 : 0),
        }))
        .execute();
    },

    /** Deletes deliveries that have no recipient any more. */
    async drop(lease: string, ids: readonly string[]) {
      if (ids.length === 0) return;
      await db.deleteFrom('deliveries').where('lease', '=', lease).where('id', 'in', ids).execute();
    },

    /**
     * Forgets secret texts whose deliveries are all sent, failed or expired. It covers a process that ends between sending and forgetting, and
     * deliveries of a channel that is not set up any more.
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

    /** Forgets the text of a message that only its reader may know, once no channel needs it. */
    async forget(messageIds: readonly string[]) {
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

const FREE = { lease: null, leased_until: null };

const held = (db: Db, lease: string, ids: readonly string[]) =>
  db.updateTable('deliveries').where('lease', '=', lease).where('id', 'in', ids);
