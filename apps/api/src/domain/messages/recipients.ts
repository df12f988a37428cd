import {
  MESSAGE_RULES,
  type MessageChannel,
  type MessageEvent,
  type MessageMode,
  type Role,
} from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { dueAt, type Quiet, USUAL_QUIET } from './due.ts';
import { type ReadyChannel, readyChannels } from './ready-channels.ts';

/** A person, as far as messages are concerned. */
export type Recipient = {
  id: string;
  role: Role | null;
  email: string;
  phone: string;
  chat_id: string | null;
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
  { email, phone, chat_id }: Pick<Recipient, 'email' | 'phone' | 'chat_id'>,
  channel: MessageChannel,
): string => (channel === 'email' ? email : channel === 'sms' ? phone : (chat_id ?? ''));

export const quietOf = ({
  has_hours,
  quiet_from,
  quiet_until,
}: Pick<Recipient, 'has_hours' | 'quiet_from' | 'quiet_until'>): Quiet => {
  if (!has_hours) return USUAL_QUIET;
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
    select u.id, u.role, ${confirmedEmail} as email, u.phone, t.chat_id, q.user_id is not null as has_hours, q.quiet_from, q.quiet_until,
      coalesce(o.time_zone, 'Europe/Moscow') as time_zone,
      (select coalesce(jsonb_object_agg(c.channel, c.mode), '{}') from message_choices c
        where c.user_id = u.id and c.event = ${event}) as choices,
      (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${readyChannels(sql`${organizationId}::uuid`)}) r) as ready
    from users u
    left join telegram_chats t on t.user_id = u.id
    left join quiet_hours q on q.user_id = u.id
    left join organizations o on o.id = coalesce(${organizationId}::uuid, u.organization_id)
    where u.is_active and (u.switched_off_at is null or ${event} = 'account_changed') and ${condition}`.execute(
    trx,
  );
  return rows;
}

/** The ways by which a message about an event goes to a person, each with when. */
export function waysTo(person: Recipient, event: MessageEvent, now: Date) {
  const { usual, isUrgent, isChosen } = MESSAGE_RULES[event];
  return person.ready.flatMap(({ channel, sender_id }) => {
    const address = addressOf(person, channel);
    const mode = (isChosen ? person.choices[channel] : undefined) ?? usual[channel];
    if (address === '' || mode === 'off') return [];
    const is_daily = mode === 'daily' && !isUrgent;
    const asked = { mode, isUrgent, quiet: quietOf(person), timeZone: person.time_zone };
    return [{ channel, sender_id, address, is_daily, due_at: dueAt(now, asked) }];
  });
}
