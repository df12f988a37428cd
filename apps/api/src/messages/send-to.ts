import { randomUUIDv7 } from 'node:crypto';
import { type MessageChannel, SECRET_CHANNELS } from '@referral-dashboard/api-contract';
import type { Db } from '../platform/db/db.ts';
import { createLimits, type Limit } from '../platform/http/limits/limits.ts';
import type { MessageText } from './notify.ts';
import { channelsReady, type ReadyChannel } from './ready-channels.ts';
import { chatsOfUser, confirmedEmail, getAddress } from './recipients.ts';

/** A user, or an address. With both an e-mail and a phone, each of them is used. */
export type Destination = { userId: string } | { email?: string; phone?: string };

export type DirectMessage = MessageText & {
  to: Destination;
  /** Organization on whose behalf the message is sent. Its owner sees the delivery status. Null for messages of the server. */
  organizationId: string | null;
  at: Date;
  /** For secrets such as codes: sent by `SECRET_CHANNELS` only, deleted after sending, hidden in the outbox. Default: false. */
  isSecret?: boolean;
  /** Time after which the message is not sent any more. */
  expiresAt?: Date;
  /** Allowed channels. Default: all channels that reach the recipient. */
  channels?: readonly MessageChannel[];
  /** Rate limit per address. Messages over the limit are not sent. */
  limit?: Limit;
};

/** An available channel with the recipient's address. */
export type ReachableChannel = ReadyChannel & { address: string };

/**
 * Returns the available channels that reach the recipient, with the addresses.
 *
 * @param organizationId organization of the message; null for account messages.
 */
export async function channelsFor(
  db: Db,
  to: Destination,
  organizationId: string | null,
): Promise<ReachableChannel[]> {
  const ready = await channelsReady(db, organizationId);
  if (ready.length === 0) return [];
  const addresses =
    'userId' in to ? await findAddresses(db, to.userId) : { email: '', phone: '', chats: {}, ...to };
  if (addresses === undefined) return [];
  return ready
    .map((channel) => ({ ...channel, address: getAddress(addresses, channel) }))
    .filter(({ address }) => address !== '');
}

/** Returns whether account messages can be sent by e-mail. */
export const sendsEmail = async (db: Db): Promise<boolean> =>
  (await channelsReady(db, null)).some(({ channel }) => channel === 'email');

const findAddresses = (db: Db, userId: string) =>
  db
    .selectFrom('users as u')
    .select('u.phone')
    .select([confirmedEmail.as('email'), chatsOfUser.as('chats')])
    .where('u.id', '=', userId)
    .executeTakeFirst();

/** Counts a message to an address. @returns false when the limit is reached. */
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
 * Creates a message and its deliveries in the transaction that is passed in. It is due at once, ignores the user's settings and does not
 * appear in the bell.
 *
 * @returns the channels of the deliveries; empty when no available channel reaches the recipient.
 */
export async function sendTo(trx: Db, direct: DirectMessage): Promise<MessageChannel[]> {
  const { to, organizationId, at, isSecret = false, channels, limit } = direct;
  const reachable: ReachableChannel[] = [];
  for (const channel of await channelsFor(trx, to, organizationId)) {
    const isAllowed =
      (channels?.includes(channel.channel) ?? true) &&
      !(isSecret && !SECRET_CHANNELS.includes(channel.channel));
    if (isAllowed && (limit === undefined || (await hasRoom(trx, limit, channel, at))))
      reachable.push(channel);
  }
  if (reachable.length === 0) return [];
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
      reachable.map(({ channel, sender_id, address }) => ({
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
  return reachable.map(({ channel }) => channel);
}
