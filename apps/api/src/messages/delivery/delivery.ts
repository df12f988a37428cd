import type { Db } from '../../platform/db/db.ts';
import type { Task } from '../../platform/jobs.ts';
import type { Channel, OrganizationChannel } from '../channels/channel.ts';
import { claimUnnamedBot } from '../telegram/bots.ts';
import { createWorker, type WorkerDeps } from './worker.ts';

export type DeliveryDeps = WorkerDeps & {
  /** Channels of the server's settings. */
  channels: readonly Channel[];
  /** Returns the channels of organizations that have due deliveries. */
  channelsWithDue: () => Promise<OrganizationChannel[]>;
};

type Worker = ReturnType<typeof createWorker>;

/** Sends due deliveries by the channels of the server and of organizations. A slow channel does not delay others. */
export function createDelivery({ channels, channelsWithDue, ...deps }: DeliveryDeps) {
  const { db } = deps;
  const ofServer = channels.map((channel) => ({
    key: channel.channel,
    run: sendAll(createWorker(channel, deps)),
  }));
  const ofOrganizations = new Map<string, { settings: string; worker: Worker; close: () => void }>();

  /** Returns the worker of an organization's channel. Replaces it when the settings have changed. */
  function getWorker({ key, organizationId, settings, open }: OrganizationChannel): Worker {
    const current = ofOrganizations.get(key);
    if (current?.settings === settings) return current.worker;
    current?.close();
    const channel = open();
    // The owner sees the problem in the outbox. The operator cannot fix it and is not notified.
    const workerDeps = { ...deps, onDown: () => undefined, onDelivered: undefined };
    const worker = createWorker(channel, workerDeps, organizationId);
    ofOrganizations.set(key, { worker, settings, close: () => channel.close?.() });
    return worker;
  }

  return {
    /** Saves the available channels. Deliveries are created for saved channels only. */
    open: () => saveChannels(db, channels),

    /** Returns a task for each channel that may have due deliveries. */
    tasks: async (): Promise<Task[]> => [
      ...ofServer,
      ...(await channelsWithDue()).map((channel) => ({
        key: channel.key,
        run: (signal: AbortSignal) => sendAll(getWorker(channel))(signal),
      })),
    ],

    /** Closes the connections of the channels. */
    close() {
      for (const { close } of ofOrganizations.values()) close();
      for (const { close } of channels) close?.();
    },
  };
}

const sendAll = (worker: Worker) => async (signal: AbortSignal) => {
  while (await worker.work(signal));
};

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
