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

type NotificationEvent = {
  event: MessageEvent;
  /** Null for messages between a user and the server. */
  organizationId: string | null;
  /** User who caused the event, notified only of urgent events. */
  actorId: string | null;
  at: Date;
};

type Texts = {
  /** Message for employees with the positions in `MESSAGE_RULES`. */
  staff?: MessageText;
  /** Message for the user of a partner's card. */
  partner?: (MessageText & { cardId: string }) | undefined;
  /** Message for one user. */
  person?: MessageText & { userId: string };
};

export type Notification = NotificationEvent & Texts;

/** Maximum number of rows in an insert. */
const BATCH = 1000;

/**
 * Creates the messages of an event and their deliveries in the transaction of the event. Each recipient gets the message in the bell and on
 * the available channels that the recipient chose. Delivery starts after the commit.
 */
export const notify = (trx: Db, { staff, partner, person, ...rest }: Notification): Promise<void> =>
  notifyAll(trx, rest, [{ ...(staff && { staff }), partner, ...(person && { person }) }]);

/**
 * Creates the messages of several events of one kind, such as payments marked as paid together. The number of SQL statements does not
 * depend on the number of events.
 */
export async function notifyAll(
  trx: Db,
  { event, organizationId, actorId, at }: NotificationEvent,
  events: readonly Texts[],
): Promise<void> {
  const { positions, isUrgent } = MESSAGE_RULES[event];
  const owners = await findOwners(
    trx,
    organizationId,
    events.flatMap(({ partner }) => partner?.cardId ?? []),
  );
  const userIds = [...owners.values(), ...events.flatMap(({ person }) => person?.userId ?? [])];
  const conditions = [
    ...(events.some(({ staff }) => staff !== undefined) && positions.length > 0
      ? [sql`u.organization_id = ${organizationId} and u.position in (${sql.join([...positions])})`]
      : []),
    ...(userIds.length > 0 ? [sql`u.id = any(${userIds}::uuid[])`] : []),
  ];
  if (conditions.length === 0) return;
  const isOther = isUrgent || actorId === null ? sql`true` : sql`u.id <> ${actorId}`;
  const condition = sql<SqlBool>`(${sql.join(conditions, sql` or `)}) and ${isOther}`;
  const people = await recipients(trx, event, organizationId, condition);
  const contentFor = ({ id, role }: Recipient, { staff, partner, person }: Texts) => {
    if (person?.userId === id) return person;
    if (role !== 'partner') return staff;
    return partner !== undefined && owners.get(partner.cardId) === id ? partner : undefined;
  };

  const rows = events.flatMap((texts) =>
    people.flatMap((recipient) => {
      const content = contentFor(recipient, texts);
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
    }),
  );
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
  for (let from = 0; from < rows.length; from += BATCH)
    await trx
      .insertInto('messages')
      .values(rows.slice(from, from + BATCH).map(({ message }) => message))
      .execute();
  for (let from = 0; from < deliveries.length; from += BATCH)
    await trx
      .insertInto('deliveries')
      .values(deliveries.slice(from, from + BATCH))
      .execute();
}

/** Returns the users of partner cards by card id. Cards without a user are omitted. */
async function findOwners(trx: Db, organizationId: string | null, cardIds: readonly string[]) {
  if (cardIds.length === 0 || organizationId === null) return new Map<string, string>();
  const cards = await trx
    .selectFrom('partners')
    .select(['id', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${cardIds}::uuid[])`)
    .execute();
  return new Map(cards.flatMap(({ id, user_id }) => (user_id === null ? [] : [[id, user_id] as const])));
}
