import { randomUUIDv7 } from 'node:crypto';
import type { MessageChannel } from '@referral-dashboard/api-contract';
import type { Db } from '../platform/db/db.ts';
import { createLimits, type Limit } from '../platform/http/limits/limits.ts';
import type { MessageText } from './notify.ts';
import { channelsReady, type ReadyChannel } from './ready-channels.ts';
import { addressOf, chatsOfUser, confirmedEmail } from './recipients.ts';

/** A person known here, or an address; with both an e-mail and a phone, either will do. */
export type Destination = { userId: string } | { email?: string; phone?: string };

export type DirectMessage = MessageText & {
  to: Destination;
  /** The organization on whose behalf it is sent, whose owner sees whether it got there; null: the server's own. */
  organizationId: string | null;
  at: Date;
  /** Only its reader may know it, as a code: never by Telegram, forgotten once sent, hidden from the outbox. */
  isSecret?: boolean;
  /** Worth nothing after: it is not sent then. */
  expiresAt?: Date;
  /** Only by these. Left out: by every channel that reaches. */
  channels?: readonly MessageChannel[];
  /** Limit of such messages to one address. Beyond it nothing is sent there. */
  limit?: Limit;
};

/** A channel that is set up and reaches the recipient, and the address. */
export type ReachableChannel = ReadyChannel & { address: string };

/**
 * Channels that are set up and reach the recipient; an empty list when nothing can be sent.
 *
 * @param organizationId of the message; null for messages of the account.
 */
export async function channelsFor(
  db: Db,
  to: Destination,
  organizationId: string | null,
): Promise<ReachableChannel[]> {
  const ready = await channelsReady(db, organizationId);
  if (ready.length === 0) return [];
  const known =
    'userId' in to ? await addressesOf(db, to.userId) : { email: '', phone: '', chats: {}, ...to };
  if (known === undefined) return [];
  return ready
    .map((one) => ({ ...one, address: addressOf(known, one) }))
    .filter(({ address }) => address !== '');
}

/** Whether messages of the account can be sent by e-mail. */
export const sendsEmail = async (db: Db): Promise<boolean> =>
  (await channelsReady(db, null)).some(({ channel }) => channel === 'email');

const addressesOf = (db: Db, userId: string) =>
  db
    .selectFrom('users as u')
    .select('u.phone')
    .select([confirmedEmail.as('email'), chatsOfUser.as('chats')])
    .where('u.id', '=', userId)
    .executeTakeFirst();

/** Counts a message to an address. @returns whether there was room for it. */
async function hasRoom(
  trx: Db,
  limit: Limit,
  { channel, address }: ReachableChannel,
  at: Date,
): Promise<boolean> {
  const key = `${channel} ${address.toLowerCase()}`;
  return !(await createLimits(trx, () => at).take({ limit, key })).full;
}

/**
 * Sends a text to a person or an address, at once and whatever was chosen, in the transaction of what it tells. It does not get into the
 * bell.
 *
 * @returns the channels it goes by: none when none is set up that reaches.
 */
export async function sendTo(trx: Db, direct: DirectMessage): Promise<MessageChannel[]> {
  const { to, organizationId, at, isSecret = false, channels, limit } = direct;
  const reach: ReachableChannel[] = [];
  for (const way of await channelsFor(trx, to, organizationId)) {
    const isAllowed = (channels?.includes(way.channel) ?? true) && !(isSecret && way.channel === 'telegram');
    if (isAllowed && (limit === undefined || (await hasRoom(trx, limit, way, at)))) reach.push(way);
  }
  if (reach.length === 0) return [];
  const user_id = 'userId' in to ? to.userId : null;
  const id = randomUUIDv7();
  await trx
    .insertInto('messages')
    .values({
      id,
      user_id,
      organization_id: organizationId,
      event: 'direct',
      title: direct.title,
      body: direct.text,
      path: direct.path ?? '',
      is_secret: isSecret,
      in_bell: false,
      created_at: at,
    })
    .execute();
  await trx
    .insertInto('deliveries')
    .values(
      reach.map(({ channel, sender_id, address }) => ({
        ...{ channel, sender_id, address },
        id: randomUUIDv7(),
        message_id: id,
        organization_id: organizationId,
        user_id,
        is_daily: false,
        status: 'waiting' as const,
        due_at: at,
        expires_at: direct.expiresAt ?? null,
        created_at: at,
      })),
    )
    .execute();
  return reach.map(({ channel }) => channel);
}
