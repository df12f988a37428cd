import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { pruneTable } from '../platform/db/prune.ts';
import type { Watch } from '../platform/metrics/watch.ts';
import { createSealer } from '../platform/sealed.ts';
import { type ChannelSettings, openChannels } from './channels/index.ts';
import { createTelegramApi } from './channels/telegram-api.ts';
import { deliveriesRepo } from './delivery/deliveries.repo.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createInbox } from './inbox.service.ts';
import { messagesRoutes } from './messages.routes.ts';
import { createOutbox } from './outbox.service.ts';
import { createOrganizationChannels } from './senders/organization-channels.ts';
import { MAIL_PASSWORDS } from './senders/organization-mail.ts';
import { TELEGRAM_TOKENS } from './senders/organization-telegram.ts';
import { createSenders, type SendersDeps } from './senders/senders.service.ts';
import { createMessageSettings } from './settings.service.ts';
import { botsToRead, toBot } from './telegram/bots.ts';
import { createTelegramLinks } from './telegram/links.ts';
import { createListeners } from './telegram/listeners.ts';

/** Seconds for which messages are stored. */
const RETENTION_SECONDS = 180 * 24 * 60 * 60;

export type MessagesDeps = {
  db: Db;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  settings: ChannelSettings;
  /** Secret key of the server; encrypts passwords and tokens. */
  secretKey: string;
  checkPassword: SendersDeps['checkPassword'];
  checkOwner: SendersDeps['checkOwner'];
  publicUrl: string | undefined;
  /** Support address of the server. */
  supportUrl: string;
  onDown: (channel: string, problem: string) => void;
  /** Called with the outcome and number of processed deliveries. */
  onDelivered?: Watch['onDelivery'] | undefined;
  /** Called when a bot cannot reply. */
  onError: (error: unknown) => void;
};

/** Wires messages: the bell, the settings of users, the outbox and the delivery workers. */
export function createMessages({
  db,
  clock,
  fetch,
  settings,
  secretKey,
  checkPassword,
  checkOwner,
  publicUrl,
  supportUrl,
  onDelivered,
  ...callbacks
}: MessagesDeps) {
  const { onDown, onError } = callbacks;
  const serverBot = settings.telegram === undefined ? undefined : toBot(settings.telegram, true);
  const api = serverBot && createTelegramApi(serverBot.token, fetch);
  const channels = openChannels(settings, fetch);
  const sealers = {
    passwords: createSealer(secretKey, MAIL_PASSWORDS),
    tokens: createSealer(secretKey, TELEGRAM_TOKENS),
  };
  const isPrivateAllowed = settings.arePrivateHostsAllowed;
  const delivery = createDelivery({
    db,
    clock,
    publicUrl,
    supportUrl,
    channels,
    channelsWithDue: createOrganizationChannels({ db, fetch, sealers, isPrivateAllowed }, clock),
    onDown,
    onDelivered,
  });
  const links = createTelegramLinks(db, clock, api);
  const bots = () => botsToRead(db, sealers.tokens, serverBot);
  const listeners = createListeners({ db, clock, fetch, bots, links, onError });
  const deps = {
    links,
    inbox: createInbox(db, clock),
    settings: createMessageSettings(db),
    outbox: createOutbox(db, clock),
    senders: createSenders({
      db,
      clock,
      fetch,
      sealers,
      publicUrl,
      isPrivateAllowed,
      checkPassword,
      checkOwner,
      serverBot,
      serverEmail: settings.email,
    }),
  };
  return {
    routes: (app: FastifyInstance) => messagesRoutes(app, deps),
    /** Saves the channels of this server. Call it before the first message. */
    open: delivery.open,
    /** Sends due deliveries. */
    deliver: delivery.tasks,
    /** Waits for messages that users send to the bots. */
    pollBots: listeners.tasks,
    /** Reads the new messages to the bots once. */
    readBots: listeners.read,
    /** Waiting deliveries by channel. */
    backlog: () => deliveriesRepo(db).backlog(clock()),
    /** Closes the connections of the channels and releases the bots for other processes. */
    async close() {
      delivery.close();
      await listeners.close();
    },
    /** Deletes expired messages and links, and secret texts that are no longer needed. */
    async prune() {
      await deliveriesRepo(db).forgetLeftovers(clock());
      await pruneTable(db, 'messages', sql`t.created_at <= ${plusSeconds(clock(), -RETENTION_SECONDS)}`);
      await pruneTable(db, 'telegram_starts', sql`t.expires_at <= ${clock()}`);
    },
  };
}
