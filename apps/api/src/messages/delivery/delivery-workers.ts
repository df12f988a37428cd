import type { Db } from '../../platform/db/db.ts';
import type { Channel } from '../channels/channel.ts';
import { pause } from '../pause.ts';
import { claimUnnamedBot } from '../telegram/bots.ts';
import { createOrganizationWorkers, type OrganizationWorkersParts } from './organization-workers.ts';
import { createWorker, type WorkerParts } from './worker.ts';

/** Pause of an idle worker, in milliseconds. */
const PAUSE_MS = 1000;

export type DeliveryWorkersParts = WorkerParts & {
  channels: readonly Channel[];
  channelsWithDue: OrganizationWorkersParts['channelsWithDue'];
  onError: (error: unknown) => void;
};

/** Runs the delivery workers of all channels in one process. */
export function createDeliveryWorkers({
  channels,
  channelsWithDue,
  onError,
  ...parts
}: DeliveryWorkersParts) {
  const { db, clock, publicUrl, supportUrl } = parts;
  const workers = channels.map((channel) => createWorker(channel, parts));
  const organizations = createOrganizationWorkers({
    db,
    clock,
    publicUrl,
    ...(supportUrl !== undefined && { supportUrl }),
    channelsWithDue,
    onError,
  });
  const ending = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function serve(worker: (typeof workers)[number]) {
    while (!ending.signal.aborted) {
      const isBusy = await worker.work().catch((error: unknown) => {
        if (!ending.signal.aborted) onError(error);
        return false;
      });
      if (!isBusy) await pause(PAUSE_MS, ending.signal);
    }
  }

  async function serveOrganizations() {
    while (!ending.signal.aborted) {
      await organizations.poll().catch((error: unknown) => {
        if (!ending.signal.aborted) onError(error);
      });
      await pause(PAUSE_MS, ending.signal);
    }
  }

  return {
    /** Saves the available channels. Deliveries are created for saved channels only. */
    open: () => saveChannels(db, channels),

    /** Sends all due deliveries. For tests and for processes without a server. */
    async deliver(): Promise<void> {
      for (const worker of workers) while (await worker.work());
      await organizations.poll();
      await organizations.settled();
    },

    /** Starts the workers. They run until `stop`. */
    start() {
      running = Promise.all([...workers.map(serve), serveOrganizations()]);
    },

    /** Stops the workers. Resolves when the current messages are sent. */
    async stop() {
      for (const worker of workers) worker.stop();
      ending.abort();
      await running;
      await organizations.stop();
      for (const { close } of channels) close?.();
    },
  };
}

const saveChannels = (db: Db, channels: readonly Channel[]) =>
  db.transaction().execute(async (trx) => {
    await trx.deleteFrom('message_channels').execute();
    for (const { botId } of channels) if (botId !== undefined) await claimUnnamedBot(trx, botId);
    if (channels.length === 0) return;
    await trx
      .insertInto('message_channels')
      .values(
        channels.map(({ channel, sender, botId = null, isRehearsal }) => ({
          ...{ channel, sender, bot_id: botId },
          is_rehearsal: isRehearsal,
        })),
      )
      // Servers that start at the same time save the same rows.
      .onConflict((conflict) => conflict.column('channel').doNothing())
      .execute();
  });
