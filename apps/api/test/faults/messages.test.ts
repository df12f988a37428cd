import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, inject, test } from 'vitest';
import { email } from '../../src/modules/messages/channels/email.ts';
import { createWorker } from '../../src/modules/messages/delivery/worker.ts';
import { plusSeconds } from '../../src/platform/clock.ts';
import { openEmbedded } from '../../src/platform/db/embedded.ts';
import { DEMO_PEOPLE } from '../../src/testing.ts';
import { clientOf } from '../setup/client.ts';
import { cleanUp, dataFolder, startServer } from './processes.ts';

const closing: (() => void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await cleanUp();
});

const KILLED_AT = 5;
const MOST = 60;
/** Seconds. */
const AFTER_THE_LEASE = 180;

/** A mail server that notes the Message-ID of every letter, and tells of each before it says that it has it. */
async function mailServer(onLetter: (count: number) => void) {
  const letters: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (part: Buffer) => {
        text += part.toString();
      });
      stream.on('end', () => {
        letters.push(/^Message-ID: <(.+)@/im.exec(text)?.[1] ?? '');
        onLetter(letters.length);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  // Sessions of a process that was killed are not waited for.
  closing.push(() => server.close(() => undefined));
  server.on('error', () => undefined);
  return { letters, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

test('kill -9 while mail goes out loses no message, and repeats only what was on its way, under the same Message-ID', async () => {
  const folder = dataFolder(inject('template'));
  let kill = () => undefined as unknown;
  const mail = await mailServer((count) => count === KILLED_AT && kill());
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Robot <robot@example.ru>', APP_MODE: 'demo' };
  const first = startServer(folder, env);
  const client = clientOf({ url: await first.url });
  const { access } = await client.signIn(1);
  await client.patch(access, { email: 'partner@example.ru' });
  kill = () => first.kill('SIGKILL');
  const { phone, password } = DEMO_PEOPLE[1] ?? {};
  // Each from a browser of its own, which is told to the person.
  for (let count = 0; count < MOST && mail.letters.length < KILLED_AT; count += 1) {
    const agent = { 'user-agent': `Browser ${count}` };
    await client.login({ phone, password }, agent).catch(() => undefined);
  }
  expect((await first.ended).signal).toBe('SIGKILL');
  kill = () => undefined;

  const db = await openEmbedded(join(folder, 'database'), () => undefined);
  const channel = email({ url: mail.url, from: { name: '', address: 'robot@example.ru' } });
  closing.push(() => channel.close?.());
  const clock = () => plusSeconds(new Date(), AFTER_THE_LEASE);
  const worker = createWorker(channel, { db, clock, publicUrl: undefined, onDown: () => undefined });
  while (await worker.work());
  const written = await db
    .selectFrom('deliveries')
    .select(['id', 'status'])
    .where('channel', '=', 'email')
    .execute();
  await db.destroy();
  expect(written.length).toBeGreaterThanOrEqual(KILLED_AT);
  expect(new Set(written.map(({ status }) => status))).toEqual(new Set(['sent']));
  expect(new Set(mail.letters)).toEqual(new Set(written.map(({ id }) => id)));
  // Those that were on their way side by side.
  expect(mail.letters.length - written.length).toBeLessThanOrEqual(3);
});
