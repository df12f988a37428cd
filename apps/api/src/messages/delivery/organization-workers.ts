import type { OrganizationChannel } from '../senders/organization-channels.ts';
import { createWorker, type WorkerParts } from './worker.ts';

export type OrganizationWorkersParts = Pick<WorkerParts, 'db' | 'clock' | 'publicUrl' | 'supportUrl'> & {
  /** Channels of organizations that have due deliveries. */
  channelsWithDue: () => Promise<OrganizationChannel[]>;
  onError: (error: unknown) => void;
};

type Running = { settings: string; worker: ReturnType<typeof createWorker>; close: () => void };

/** Runs workers for the channels of organizations. They run independently, so that a channel without responses does not delay others. */
export function createOrganizationWorkers({ channelsWithDue, onError, ...parts }: OrganizationWorkersParts) {
  const running = new Map<string, Running>();
  const busy = new Map<string, Promise<void>>();
  let isStopping = false;

  /** Returns the worker of a channel. Replaces it when the settings have changed. */
  function workerOf({ key, organizationId, settings, open }: OrganizationChannel): Running['worker'] {
    const current = running.get(key);
    if (current?.settings === settings) return current.worker;
    current?.close();
    const channel = open();
    // The owner sees the problem in the outbox. The operator cannot fix it and is not notified.
    const worker = createWorker(channel, { ...parts, onDown: () => undefined }, organizationId);
    running.set(key, { worker, settings, close: () => channel.close?.() });
    return worker;
  }

  async function work(channel: OrganizationChannel) {
    const worker = workerOf(channel);
    while (!isStopping && (await worker.work()));
  }

  return {
    /** Starts the workers that have due deliveries and are idle. */
    async poll() {
      if (isStopping) return;
      for (const channel of await channelsWithDue()) {
        const { key } = channel;
        if (busy.has(key)) continue;
        const job = work(channel)
          .catch(onError)
          .finally(() => busy.delete(key));
        busy.set(key, job);
      }
    },

    /** Resolves when the running workers are idle. */
    settled: async () => void (await Promise.all(busy.values())),

    /** Waits for the messages that are being sent. */
    async stop() {
      isStopping = true;
      for (const { worker } of running.values()) worker.stop();
      await Promise.all(busy.values());
      for (const { close } of running.values()) close();
    },
  };
}
