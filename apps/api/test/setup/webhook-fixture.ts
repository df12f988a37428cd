import type { Lead } from '@referral-dashboard/api-contract';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createWebhook, getWebhook, readWebhookLog } from './webhook-objects.ts';
import { type Receiver, respondWith, startReceiver } from './webhook-receiver.ts';
import { api, createWorld, ok, type World } from './world.ts';

const YEAR = 365 * 24 * 60 * 60;

type Callbacks = {
  onStart: (world: World, program: string) => void;
  /** Called with the new receiver of each subscription. */
  onSubscribe: (receiver: Receiver) => void;
};

/** Starts a server with a program for the tests of a file. Each test starts without webhooks. */
export function useWebhooks({ onStart, onSubscribe }: Callbacks) {
  let world: World;
  let receiver: Receiver | undefined;
  beforeAll(async () => {
    world = await createWorld({ privateWebhooks: true, refreshTtl: 10 * YEAR });
    onStart(world, (await world.program()).id);
  });
  afterEach(async () => {
    receiver?.close();
    await world.server.db.deleteFrom('webhooks').execute();
    await world.server.db.deleteFrom('webhook_events').execute();
  });
  afterAll(() => world.stop());
  return {
    async subscribe(events: string[], respond = respondWith(204)) {
      receiver = await startReceiver(respond);
      onSubscribe(receiver);
      return createWebhook(world, receiver.url, events);
    },
    get: (id: string) => getWebhook(world, id),
    log: (id: string, more = '') => readWebhookLog(world, id, more),
    edit: async ({ id, version }: Lead, comment: string) =>
      ok<Lead>(await world.boss.patch(`${api}/leads/${id}/`, { version, comment })),
  };
}
