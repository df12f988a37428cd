import {
  MESSAGE_RULES,
  type MessageChannel,
  type MessageEvent,
  type MessageMode,
  type Role,
} from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import type { Addresses } from './channels/channel.ts';
import { getChannelDefinition } from './channels/index.ts';
import { computeDueTime, DEFAULT_QUIET_HOURS, type QuietHours } from './due.ts';
import { type ReadyChannel, readyChannels } from './ready-channels.ts';

/** A user with the data that messages need. */
export type Recipient = Addresses & {
  id: string;
  role: Role | null;
  /** The user linked a chat for messages of this organization, possibly with a previous bot. */
  has_chat: boolean;
  has_hours: boolean;
  quiet_from: string | null;
  quiet_until: string | null;
  time_zone: string;
  choices: Partial<Record<MessageChannel, MessageMode>>;
  /** Channels that can send the message. */
  ready: ReadyChannel[];
};

/** SQL for the e-mail of the user `u`; empty while it is not confirmed. */
export const confirmedEmail = sql<string>`case when u.email_confirmed_at is null then '' else u.email end`;

/** SQL for the chat ids of the user `u` by bot id. */
export const chatsOfUser = sql<Record<string, string>>`(
  select coalesce(jsonb_object_agg(t.bot_id, t.chat_id), '{}') from telegram_chats t where t.user_id = u.id)`;

/** SQL condition on a row `t` of `telegram_chats`: it was linked for messages of an organization, or of any when it is null. */
export const isChatFor = (organizationId: RawBuilder<unknown>) =>
  sql<SqlBool>`(t.sender_id is null or ${organizationId} is null or t.sender_id = ${organizationId})`;

/**
 * SQL condition: the user may read messages of the organization, as its employee or its partner. Messages between a user and the server
 * have no organization.
 */
export const isReader = (organizationId: RawBuilder<unknown>, userId: RawBuilder<unknown>) => sql<SqlBool>`(
  ${organizationId} is null
  or ${organizationId} = (select reader.organization_id from users reader where reader.id = ${userId} and reader.switched_off_at is null)
  or exists (select from partners card where card.organization_id = ${organizationId} and card.user_id = ${userId}))`;

/** Returns the address of a user on a channel; empty when the user has none. */
export const getAddress = (
  person: Addresses,
  { channel, bot_id }: Pick<ReadyChannel, 'channel' | 'bot_id'>,
): string => getChannelDefinition(channel).getAddress(person, bot_id);

/** Returns the address of a user on a channel as the user's own settings show it. */
export function displayAddress(channel: MessageChannel, person: Addresses): string {
  const { getAddress: address, displayAddress: display } = getChannelDefinition(channel);
  return display ? display(person) : address(person, null);
}

/** Returns the quiet hours of a user: the chosen ones or the default. */
export const getQuietHours = ({
  has_hours,
  quiet_from,
  quiet_until,
}: Pick<Recipient, 'has_hours' | 'quiet_from' | 'quiet_until'>): QuietHours => {
  if (!has_hours) return DEFAULT_QUIET_HOURS;
  return quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until };
};

/** Returns the users that match a condition on `u`, with their settings for an event. `organizationId` determines the time zone. */
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
 * Returns the channels of a message to a user, with address and time. While the user's chat is linked with a previous bot only, e-mail replaces
 * Telegram when no other channel is left.
 */
export function channelsTo(person: Recipient, event: MessageEvent, now: Date) {
  const { usual, isUrgent, isChosen } = MESSAGE_RULES[event];
  const getMode = (channel: MessageChannel): MessageMode =>
    (isChosen ? person.choices[channel] : undefined) ?? usual[channel];
  const deliveriesOn = ({ channel, sender_id, bot_id }: ReadyChannel, mode: MessageMode) => {
    const address = getAddress(person, { channel, bot_id });
    if (address === '' || mode === 'off') return [];
    const is_daily = mode === 'daily' && !isUrgent;
    const query = { mode, isUrgent, quiet: getQuietHours(person), timeZone: person.time_zone };
    return [{ channel, sender_id, address, is_daily, due_at: computeDueTime(now, query) }];
  };
  const deliveries = person.ready.flatMap((channel) => deliveriesOn(channel, getMode(channel.channel)));
  if (deliveries.length > 0 || !person.has_chat) return deliveries;
  return person.ready.flatMap((unlinked) => {
    const { replacement } = getChannelDefinition(unlinked.channel);
    if (replacement === undefined || getAddress(person, unlinked) !== '') return [];
    return person.ready
      .filter(({ channel }) => channel === replacement)
      .flatMap((channel) => deliveriesOn(channel, getMode(unlinked.channel)));
  });
}
