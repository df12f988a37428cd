import { randomUUIDv7 } from 'node:crypto';
import { MESSAGE_RULES, type MessageEvent } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { channelsTo, type Recipient, recipients } from './recipients.ts';

/** A message in the words of one reader. Contacts of leads and accounts of partners have no place in it. */
export type MessageText = {
  /** The heading, without a full stop. */
  title: string;
  /** A sentence or two that can be read without the heading: an SMS is nothing else. */
  text: string;
  /** Path of the dashboard's page it is about, `/leads?id=…`; left out: there is none. */
  path?: string;
};

export type Notification = {
  event: MessageEvent;
  /** null: between a person and the server. */
  organizationId: string | null;
  /** The person who did it: is told of it only when it is urgent. */
  actorId: string | null;
  at: Date;
  /** For the organization's people of the positions that `MESSAGE_RULES` names. */
  staff?: MessageText;
  /** For the person of a partner's card. */
  partner?: (MessageText & { cardId: string }) | undefined;
  /** For one person. */
  person?: MessageText & { userId: string };
};

/**
 * Tells people of an event, in the transaction of what happened: rolled back, nobody hears of it. Each gets it in the bell, and by the
 * channels that are set up and chosen; they are sent after the commit.
 */
export async function notify(
  trx: Db,
  { event, organizationId, actorId, at, ...told }: Notification,
): Promise<void> {
  const { staff, partner, person } = told;
  const { positions, isUrgent } = MESSAGE_RULES[event];
  const isNamed = [
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
  if (isNamed.length === 0) return;
  const isOther = isUrgent || actorId === null ? sql`true` : sql`u.id <> ${actorId}`;
  const named = sql<SqlBool>`(${sql.join(isNamed, sql` or `)}) and ${isOther}`;
  const people = await recipients(trx, event, organizationId, named);
  const wordsFor = ({ id, role }: Recipient) =>
    person?.userId === id ? person : role === 'partner' ? partner : staff;

  const rows = people.flatMap((reader) => {
    const words = wordsFor(reader);
    if (words === undefined) return [];
    const message = {
      id: randomUUIDv7(),
      organization_id: organizationId,
      user_id: reader.id,
      event,
      title: words.title,
      body: words.text,
      path: words.path ?? '',
      is_secret: false,
      in_bell: true,
      created_at: at,
    };
    return [{ message, ways: channelsTo(reader, event, at) }];
  });
  if (rows.length === 0) return;
  await trx
    .insertInto('messages')
    .values(rows.map(({ message }) => message))
    .execute();
  const deliveries = rows.flatMap(({ message: { id, user_id }, ways }) =>
    ways.map((way) => ({
      ...way,
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
