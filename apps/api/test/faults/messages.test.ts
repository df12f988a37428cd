import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { email } from '../../src/messages/channels/email.ts';
import { createWorker } from '../../src/messages/delivery/worker.ts';
import { plusSeconds } from '../../src/platform/clock.ts';
import { openEmbedded } from '../../src/platform/db/embedded.ts';
import { DEMO_PEOPLE } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';
import { mailServer } from '../setup/mail-server.ts';
import { cleanUp, dataFolder, startServer } from './processes.ts';

let mail: Awaited<ReturnType<typeof mailServer>> | undefined;
afterEach(async () => {
  mail?.close();
  await cleanUp();
});

const KILLED_AT = 5;
const MAX_MESSAGES = 60;
/** Seconds until the lease of a killed worker has expired. */
const AFTER_THE_LEASE = 180;

test('kill -9 while e-mails are sent loses no message and repeats only those in flight, with the same Message-ID', async () => {
  const folder = dataFolder(inject('template'));
  let kill = () => undefined as unknown;
  mail = await mailServer({ onMessage: (count) => count === KILLED_AT && kill() });
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Robot <robot@example.ru>', APP_MODE: 'demo' };
  const first = startServer(folder, env);
  const client = createClient({ url: await first.url });
  kill = () => first.kill('SIGKILL');
  const { phone, password } = DEMO_PEOPLE[1] ?? {};
  // A sign-in from a new browser sends an e-mail.
  for (let count = 0; count < MAX_MESSAGES && mail.ids.length < KILLED_AT; count += 1) {
    const agent = { 'user-agent': `Browser ${count}` };
    await client.login({ phone, password }, agent).catch(() => undefined);
  }
  expect((await first.exited).signal).toBe('SIGKILL');
  kill = () => undefined;

  const db = await openEmbedded(join(folder, 'database'), () => undefined);
  const channel = email({ url: mail.url, from: { name: '', address: 'robot@example.ru' } });
  const clock = () => plusSeconds(new Date(), AFTER_THE_LEASE);
  const worker = createWorker(channel, { db, clock, publicUrl: undefined, onDown: () => undefined });
  while (await worker.work());
  channel.close?.();
  const writtenIds = await db
    .selectFrom('deliveries')
    .select(['id', 'status'])
    .where('channel', '=', 'email')
    .execute();
  await db.destroy();
  expect(writtenIds.length).toBeGreaterThanOrEqual(KILLED_AT);
  expect(new Set(writtenIds.map(({ status }) => status))).toEqual(new Set(['sent']));
  expect(new Set(mail.ids)).toEqual(new Set(writtenIds.map(({ id }) => id)));
  // A worker sends at most three messages concurrently.
  expect(mail.ids.length - writtenIds.length).toBeLessThanOrEqual(3);
});
