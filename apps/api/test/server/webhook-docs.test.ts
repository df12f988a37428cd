import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebhookDelivery, WebhookWithSecret } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const DOCUMENT = join(import.meta.dirname, '../../../../docs/webhooks.md');

// The example imports a dependency of the server, so it runs below its folder.
const folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.webhook-receiver-'));

let world: World;
let receiver: ChildProcess | undefined;
beforeAll(async () => {
  world = await createWorld({ privateWebhooks: true });
  world.server.setClock(new Date());
});
afterAll(async () => {
  receiver?.kill();
  rmSync(folder, { recursive: true });
  await world.stop();
});

/** Starts the program of the document. @returns its port. */
async function start(secret: string, port = 0): Promise<number> {
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  const file = join(folder, 'receiver.mjs');
  writeFileSync(file, program);
  const env = { WEBHOOK_SECRET: secret, PORT: String(port) };
  receiver = spawn(process.execPath, [file], { env });
  if (receiver.stdout === null) throw new Error('the receiver has no output');
  const [line] = await once(receiver.stdout, 'data');
  return Number(String(line).trim().split(' ')[1]);
}

test('the receiver of the document accepts signed events and refuses others', async () => {
  const created = ok<WebhookWithSecret>(
    await world.boss.post(`${api}/webhooks/`, {
      url: 'http://127.0.0.1:1/',
      events: ['lead.created'],
      password: world.password,
    }),
  );
  const path = `${api}/webhooks/${created.id}/`;
  const port = await start(created.secret);
  ok(await world.boss.patch(path, { url: `http://127.0.0.1:${port}/`, password: world.password }));
  expect(ok<WebhookDelivery>(await world.boss.post(`${path}test/`))).toMatchObject({ status: 'sent' });
  const unsigned = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
  expect(unsigned.status).toBe(401);
  ok(await world.boss.post(`${path}rotate/`));
  // The receiver still has the previous secret.
  expect(ok<WebhookDelivery>(await world.boss.post(`${path}test/`))).toMatchObject({ status: 'sent' });
});
