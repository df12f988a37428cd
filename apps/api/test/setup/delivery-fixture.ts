import type { Channel, EmailMessage, Outcome } from '../../src/messages/channels/channel.ts';
import { createWorker } from '../../src/messages/delivery/worker.ts';
import { sendTo } from '../../src/messages/send-to.ts';
import { plusSeconds } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { emptyDatabase } from './empty-database.ts';

/** Numeric id of the Telegram bot of the tests. */
export const BOT_ID = '123456';

const START = new Date('2026-11-22T10:00:00Z');

/** A fake channel with the messages it received. */
export type FakeChannel = Channel & { received: EmailMessage[] };

/** Creates a channel that records messages and returns the outcome of `respond`. `before` is the number of earlier attempts. */
export function fakeChannel(
  channel: Channel['channel'],
  respond: (message: EmailMessage, before: number) => Outcome | Promise<Outcome> = () => ({ kind: 'sent' }),
): FakeChannel {
  const received: EmailMessage[] = [];
  return {
    channel,
    received,
    sender: '',
    ...(channel === 'telegram' && { botId: BOT_ID }),
    isRehearsal: false,
    isRepeatable: channel === 'email',
    atOnce: 3,
    send: async (message) => {
      const before = received.filter(({ id }) => id === message.id).length;
      received.push(message);
      return respond(message, before);
    },
  };
}

export type DeliveryFixture = Awaited<ReturnType<typeof createDeliveryFixture>>;

/** Creates helpers for delivery workers on an empty database with a manual clock. */
export async function createDeliveryFixture() {
  const { db } = await emptyDatabase();
  await db.deleteFrom('messages').execute();
  await db.deleteFrom('message_channels').execute();
  let now = START;
  const rows = () => db.selectFrom('deliveries').selectAll().orderBy('created_at').execute();
  return {
    db,
    start: START,
    now: () => now,
    advance(seconds: number) {
      now = plusSeconds(now, seconds);
    },
    workerOf: (channel: Channel, of: Db = db) =>
      createWorker(channel, {
        db: of,
        clock: () => now,
        publicUrl: 'https://example.ru',
        onDown: () => undefined,
      }),
    ready: (...channels: Channel['channel'][]) =>
      db
        .insertInto('message_channels')
        .values(
          channels.map((channel) => ({
            ...{ channel, sender: '', is_rehearsal: false },
            bot_id: channel === 'telegram' ? BOT_ID : null,
          })),
        )
        .execute(),
    write: (number: number, more: object = {}) =>
      db.transaction().execute((trx) =>
        sendTo(trx, {
          to: { email: `reader${number}@example.ru`, phone: `+7916${1_000_000 + number}` },
          organizationId: null,
          at: now,
          title: `Сообщение ${number}`,
          text: `Текст ${number}`,
          ...more,
        }),
      ),
    rows,
    async statuses() {
      const counts: Record<string, number> = {};
      for (const { status } of await rows()) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    },
  };
}

/** Runs a worker until no delivery is due. */
export async function workAll(worker: ReturnType<typeof createWorker>) {
  while (await worker.work());
}
