import {
  MESSAGE_RULES,
  type MessageChannel,
  type MessageEvent,
  type MessageMode,
  type Role,
} from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { DEFAULT_QUIET_HOURS, dueAt, type QuietHours } from './due.ts';
import { type ReadyChannel, readyChannels } from './ready-channels.ts';

/** A person, as far as messages are concerned. */
export type Recipient = {
  id: string;
  role: Role | null;
  email: string;
  phone: string;
  /** Chats by the id of their bot. */
  chats: Readonly<Record<string, string>>;
  /** The person has linked a chat for the messages of this organization, maybe with a former bot. */
  has_chat: boolean;
  has_hours: boolean;
  quiet_from: string | null;
  quiet_until: string | null;
  time_zone: string;
  choices: Partial<Record<MessageChannel, MessageMode>>;
  /** Channels that can send the message. */
  ready: ReadyChannel[];
};

/** Confirmed e-mail of the user `u`; empty while the address is not confirmed. */
export const confirmedEmail = sql<string>`case when u.email_confirmed_at is null then '' else u.email end`;

/** Chats of the user `u`, by the id of their bot. */
export const chatsOfUser = sql<Record<string, string>>`(
  select coalesce(jsonb_object_agg(t.bot_id, t.chat_id), '{}') from telegram_chats t where t.user_id = u.id)`;

/** Predicate on a row `t` of `telegram_chats`: it was linked for messages of an organization, or of any when it is null. */
export const isChatFor = (organizationId: RawBuilder<unknown>) =>
  sql<SqlBool>`(t.sender_id is null or ${organizationId} is null or t.sender_id = ${organizationId})`;

/**
 * Predicate: a user may read a message of an organization: it is the user's own, or the user is a partner of it. Messages between a user and
 * the server have no organization.
 */
export const isReader = (organizationId: RawBuilder<unknown>, userId: RawBuilder<unknown>) => sql<SqlBool>`(
  ${organizationId} is null
  or ${organizationId} = (select reader.organization_id from users reader where reader.id = ${userId} and reader.switched_off_at is null)
  or exists (select from partners card where card.organization_id = ${organizationId} and card.user_id = ${userId}))`;

/** Address at which a channel reaches a person; empty when it does not. */
export const addressOf = (
  { email, phone, chats }: Pick<Recipient, 'email' | 'phone' | 'chats'>,
  { channel, bot_id }: Pick<ReadyChannel, 'channel' | 'bot_id'>,
): string => (channel === 'email' ? email : channel === 'sms' ? phone : (chats[bot_id ?? ''] ?? ''));

export const quietOf = ({
  has_hours,
  quiet_from,
  quiet_until,
}: Pick<Recipient, 'has_hours' | 'quiet_from' | 'quiet_until'>): QuietHours => {
  if (!has_hours) return DEFAULT_QUIET_HOURS;
  return quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until };
};

/** People that a condition on `u` names, with what they chose for an event. `organizationId`: whose clock counts. */
export async function recipients(
  trx: Db,
  event: MessageEvent,
  organizationId: string | null,
  condition: RawBuilder<SqlBool>,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id, u.role, ${confirmedEmail} as email, u.phone, ${chatsOfUser} as chats,
      exists (select from telegram_chats t where t.user_id = u.id and ${isChatFor(sql`${organizationId}::uuid`)}) as has_chat, q.user_id is not null as has_hours, q.quiet_from, q.quiet_until,
      coalesce(o.time_zone, 'Europe/Moscow') as time_zone,
      (select coalesce(jsonb_object_agg(c.channel, c.mode), '{}') from message_choices c
        where c.user_id = u.id and c.event = ${event}) as choices,
      (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${readyChannels(sql`${organizationId}::uuid`)}) r) as ready
    from users u
    left join quiet_hours q on q.user_id = u.id
    left join organizations o on o.id = coalesce(${organizationId}::uuid, u.organization_id)
    where u.is_active and (u.switched_off_at is null or ${event} = 'account_changed') and ${condition}`.execute(
    trx,
  );
  return rows;
}

/**
 * Channels by which a message about an event goes to a person, each with its time. While the chat of a person is linked with a former bot,
 * e-mail carries what only Telegram would carry.
 */
export function channelsTo(person: Recipient, event: MessageEvent, now: Date) {
  const { usual, isUrgent, isChosen } = MESSAGE_RULES[event];
  const modeOf = (channel: MessageChannel): MessageMode =>
    (isChosen ? person.choices[channel] : undefined) ?? usual[channel];
  const wayBy = ({ channel, sender_id, bot_id }: ReadyChannel, mode: MessageMode) => {
    const address = addressOf(person, { channel, bot_id });
    if (address === '' || mode === 'off') return [];
    const is_daily = mode === 'daily' && !isUrgent;
    const asked = { mode, isUrgent, quiet: quietOf(person), timeZone: person.time_zone };
    return [{ channel, sender_id, address, is_daily, due_at: dueAt(now, asked) }];
  };
  const ways = person.ready.flatMap((way) => wayBy(way, modeOf(way.channel)));
  const isFormer = (way: ReadyChannel) => way.channel === 'telegram' && addressOf(person, way) === '';
  if (ways.length > 0 || !person.has_chat || !person.ready.some(isFormer)) return ways;
  return person.ready
    .filter(({ channel }) => channel === 'email')
    .flatMap((way) => wayBy(way, modeOf('telegram')));
}
