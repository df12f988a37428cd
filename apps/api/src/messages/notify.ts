import { randomUUIDv7 } from 'node:crypto';
import { MESSAGE_RULES, type MessageEvent } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { channelsTo, type Recipient, recipients } from './recipients.ts';

/** Message for one kind of recipient. It must not contain contacts of leads or bank details of partners. */
export type MessageText = {
  /** Heading without a full stop. */
  title: string;
  /** One or two sentences that make sense without the heading, because an SMS has no heading. */
  text: string;
  /** Path of the page in the dashboard, such as `/leads?id=…`. Default: no page. */
  path?: string;
};

export type Notification = {
  event: MessageEvent;
  /** Null for messages between a user and the server. */
  organizationId: string | null;
  /** User who caused the event, notified only of urgent events. */
  actorId: string | null;
  at: Date;
  /** Message for employees with the positions in `MESSAGE_RULES`. */
  staff?: MessageText;
  /** Message for the user of a partner's card. */
  partner?: (MessageText & { cardId: string }) | undefined;
  /** Message for one user. */
  person?: MessageText & { userId: string };
};

/**
 * Creates the messages of an event and their deliveries in the transaction of the event. Each recipient gets the message in the bell and on
 * the available channels that the recipient chose. Delivery starts after the commit.
 */
export async function notify(
  trx: Db,
  { event, organizationId, actorId, at, ...messages }: Notification,
): Promise<void> {
  const { staff, partner, person } = messages;
  const { positions, isUrgent } = MESSAGE_RULES[event];
  const conditions = [
    ...(staff !== undefined && positions.length > 0
      ? [sql`u.organization_id = ${organizationId} and u.position in (${sql.join([...positions])})`]
      : []),
    ...(partner === undefined
      ? []
      : [
          sql`u.id = (select user_id from partners where organization_id = ${organizationId} and id = ${partner.cardId})`,
        ]),
    ...(person === undefined ? [] : [sql`u.id = ${person.userId}`]),
  ];
  if (conditions.length === 0) return;
  const isOther = isUrgent || actorId === null ? sql`true` : sql`u.id <> ${actorId}`;
  const condition = sql<SqlBool>`(${sql.join(conditions, sql` or `)}) and ${isOther}`;
  const people = await recipients(trx, event, organizationId, condition);
  const contentFor = ({ id, role }: Recipient) =>
    person?.userId === id ? person : role === 'partner' ? partner : staff;

  const rows = people.flatMap((recipient) => {
    const content = contentFor(recipient);
    if (content === undefined) return [];
    const message = {
      id: randomUUIDv7(),
      organization_id: organizationId,
      user_id: recipient.id,
      event,
      title: content.title,
      body: content.text,
      path: content.path ?? '',
      is_secret: false,
      in_bell: true,
      created_at: at,
    };
    return [{ message, channels: channelsTo(recipient, event, at) }];
  });
  if (rows.length === 0) return;
  await trx
    .insertInto('messages')
    .values(rows.map(({ message }) => message))
    .execute();
  const deliveries = rows.flatMap(({ message: { id, user_id }, channels }) =>
    channels.map((channel) => ({
      ...channel,
      id: randomUUIDv7(),
      message_id: id,
      organization_id: organizationId,
      user_id,
      status: 'waiting' as const,
      expires_at: null,
      created_at: at,
    })),
  );
  if (deliveries.length > 0) await trx.insertInto('deliveries').values(deliveries).execute();
}
