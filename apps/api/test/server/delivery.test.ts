import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { EmailMessage, Outcome } from '../../src/messages/channels/channel.ts';
import { deliveriesRepo } from '../../src/messages/delivery/deliveries.repo.ts';
import { RETRY_DELAYS_S } from '../../src/messages/delivery/worker.ts';
import { channelsFor, sendTo } from '../../src/messages/send-to.ts';
import { plusSeconds } from '../../src/platform/clock.ts';
import {
  BOT_ID,
  createDeliveryFixture,
  type DeliveryFixture,
  fakeChannel,
  workAll,
} from '../setup/delivery-fixture.ts';
import { dropDatabase } from '../setup/empty-database.ts';
import { newOrganization } from '../setup/ledger.ts';

/** The long run sends more messages. */
const { MESSAGES = '400' } = process.env;
const MANY = Number(MESSAGES);

let fixture: DeliveryFixture;
beforeEach(async () => {
  fixture = await createDeliveryFixture();
});
afterAll(dropDatabase);

test('a message uses every requested channel that is set up and has a confirmed address, and a code never uses Telegram', async () => {
  expect(await fixture.write(1)).toEqual([]);
  await fixture.ready('email', 'sms', 'telegram');
  expect(await channelsFor(fixture.db, { email: 'a@b.ru' }, null)).toEqual([
    { channel: 'email', sender_id: null, bot_id: null, address: 'a@b.ru' },
  ]);
  expect(await fixture.write(1)).toEqual(['email', 'sms']);
  expect(await fixture.write(2, { channels: ['sms'] })).toEqual(['sms']);
  const at = fixture.now();
  const person = { id: randomUUID(), phone: '+79160000001', email: 'typed@b.ru', role: 'partner' as const };
  const blank = { organization_id: null, position: null, first_name: '', last_name: '', father_name: '' };
  await fixture.db
    .insertInto('users')
    .values({ ...person, ...blank, password_hash: 'x', created_at: at, updated_at: at })
    .execute();
  await fixture.db
    .insertInto('telegram_chats')
    .values({ user_id: person.id, bot_id: BOT_ID, chat_id: '42', linked_at: at })
    .execute();
  const to = { userId: person.id };
  expect(await fixture.write(3, { to })).toEqual(['sms', 'telegram']);
  expect(await fixture.write(4, { to, isSecret: true })).toEqual(['sms']);
  await fixture.db.updateTable('users').set({ email_confirmed_at: at }).where('id', '=', person.id).execute();
  expect(await fixture.write(5, { to, isSecret: true })).toEqual(['email', 'sms']);
});

test('a message of an organization has its brand, the reason and the notification settings; an account message has none', async () => {
  await fixture.ready('email');
  const { organizationId, userId } = await newOrganization(fixture.db);
  const logo = {
    id: randomUUID(),
    type: 'image/png' as const,
    content: Buffer.from('x'),
    created_at: fixture.now(),
  };
  await fixture.db
    .insertInto('organization_logos')
    .values({ ...logo, organization_id: organizationId })
    .execute();
  await fixture.db
    .updateTable('users')
    .set({ email: 'boss@b.ru', email_confirmed_at: fixture.now() })
    .where('id', '=', userId)
    .execute();
  await fixture.write(1, { organizationId, to: { userId } });
  await fixture.write(2, { organizationId, to: { email: 'guest@b.ru' } });
  await fixture.write(3);
  const channel = fakeChannel('email');
  await workAll(fixture.workerOf(channel));
  const received = (title: string) => channel.received.find((message) => message.title === title);
  const brand = { name: 'Ромашка', logoUrl: `https://example.ru/logo/${logo.id}`, colors: null };
  expect(received('Сообщение 1')).toMatchObject({
    brand,
    footer: {
      reason: 'Вы получили это письмо, потому что работаете в этой организации.',
      settingsUrl: 'https://example.ru/profile/notifications',
    },
  });
  expect(received('Сообщение 2')).toMatchObject({ brand, footer: { reason: '', settingsUrl: null } });
  expect(received('Сообщение 3')).not.toHaveProperty('brand');
});

test('a message of a rolled back transaction is not sent', async () => {
  await fixture.ready('email');
  await fixture.db
    .transaction()
    .execute(async (trx) => {
      await sendTo(trx, {
        to: { email: 'a@b.ru' },
        organizationId: null,
        at: fixture.now(),
        title: 'Нет',
        text: 'Нет',
      });
      throw new Error('no');
    })
    .catch(() => undefined);
  expect(await fixture.rows()).toEqual([]);
  expect(await fixture.db.selectFrom('messages').selectAll().execute()).toEqual([]);
});

test('a code is deleted after it is sent, and an expired code is not sent', async () => {
  await fixture.ready('sms');
  await fixture.write(1, { isSecret: true, expiresAt: plusSeconds(fixture.now(), 900) });
  const channel = fakeChannel('sms');
  await workAll(fixture.workerOf(channel));
  expect(channel.received.map(({ text }) => text)).toEqual(['Текст 1']);
  await fixture.write(2, { isSecret: true, expiresAt: plusSeconds(fixture.now(), 900) });
  fixture.advance(900);
  await workAll(fixture.workerOf(channel));
  expect(channel.received).toHaveLength(1);
  expect(await fixture.statuses()).toEqual({ sent: 1, failed: 1 });
  const texts = await fixture.db.selectFrom('messages').select('body').execute();
  expect(texts.map(({ body }) => body)).toEqual(['', '']);
});

const texts = async () =>
  (await fixture.db.selectFrom('messages').select('body').orderBy('created_at').execute()).map(
    ({ body }) => body,
  );

test('a code is deleted when the process that was sending it ends', async () => {
  await fixture.ready('sms');
  await fixture.write(1, { isSecret: true, expiresAt: plusSeconds(fixture.now(), 900) });
  // The send never resolves, as when the process ends.
  void fixture.workerOf(fakeChannel('sms', () => new Promise(() => undefined))).work();
  await expect.poll(() => fixture.statuses()).toEqual({ handed: 1 });
  expect(await texts()).toEqual(['Текст 1']);
  fixture.advance(121);
  await workAll(fixture.workerOf(fakeChannel('sms')));
  expect(await fixture.statuses()).toEqual({ failed: 1 });
  expect(await texts()).toEqual(['']);
});

test('the periodic cleanup deletes codes that were sent, and expired codes of channels without workers', async () => {
  await fixture.ready('sms');
  await fixture.write(1, { isSecret: true, expiresAt: plusSeconds(fixture.now(), 900) });
  await fixture.write(2, { isSecret: true, expiresAt: plusSeconds(fixture.now(), 900) });
  await fixture.write(3);
  await fixture.db
    .updateTable('deliveries')
    .set({ status: 'sent', sent_at: fixture.now() })
    .where('address', '=', '+79161000001')
    .execute();
  fixture.advance(300);
  await deliveriesRepo(fixture.db).forgetLeftovers(fixture.now());
  expect((await texts()).sort()).toEqual(['', 'Текст 2', 'Текст 3']);
  fixture.advance(900);
  await deliveriesRepo(fixture.db).forgetLeftovers(fixture.now());
  expect((await texts()).sort()).toEqual(['', '', 'Текст 3']);
});

test('one address receives a limited number of messages a day from all senders together', async () => {
  await fixture.ready('sms', 'email');
  const limit = { name: 'test:address', max: 2, seconds: 24 * 60 * 60 };
  const to = { phone: '+79160000009', email: 'One@example.ru' };
  const channels = ['email', 'sms'];
  expect([await fixture.write(1, { to, limit }), await fixture.write(2, { to, limit })]).toEqual([
    channels,
    channels,
  ]);
  expect(await fixture.write(3, { to: { ...to, email: 'one@example.ru' }, limit })).toEqual([]);
  expect(await fixture.write(4, { to: { ...to, email: 'two@example.ru' }, limit })).toEqual(['email']);
  expect(await fixture.write(5, { to })).toEqual(channels);
  fixture.advance(24 * 60 * 60);
  expect(await fixture.write(6, { to, limit })).toEqual(channels);
});

describe('a failing channel', () => {
  test('is retried with growing pauses, and then the owner sees a failed delivery', async () => {
    await fixture.ready('email');
    await fixture.write(1);
    const channel = fakeChannel('email', () => ({ kind: 'failed', problem: 'Занято.' }));
    const worker = fixture.workerOf(channel);
    await workAll(worker);
    for (const [attempt, pause] of RETRY_DELAYS_S.entries()) {
      expect(channel.received).toHaveLength(attempt + 1);
      fixture.advance(pause - 1);
      await workAll(worker);
      expect(channel.received).toHaveLength(attempt + 1);
      fixture.advance(1);
      // Only messages to users wait for the end of quiet hours.
      await workAll(worker);
    }
    expect(channel.received).toHaveLength(RETRY_DELAYS_S.length + 1);
    fixture.advance(7 * 24 * 60 * 60);
    await workAll(worker);
    expect(channel.received).toHaveLength(RETRY_DELAYS_S.length + 1);
    expect(await fixture.rows()).toMatchObject([
      { status: 'failed', problem: 'Занято.', attempts: RETRY_DELAYS_S.length + 1 },
    ]);
  });

  test('is paused when it fails for all recipients, and the attempts of waiting messages are not counted', async () => {
    await fixture.ready('email');
    for (let number = 0; number < 30; number += 1) await fixture.write(number);
    let isDown = true;
    const channel = fakeChannel('email', () =>
      isDown ? { kind: 'down', problem: 'Не отвечает.' } : { kind: 'sent' },
    );
    const worker = fixture.workerOf(channel);
    await workAll(worker);
    expect(channel.received.length).toBeLessThanOrEqual(3);
    isDown = false;
    fixture.advance(60 * 60);
    await workAll(worker);
    expect(await fixture.statuses()).toEqual({ sent: 30 });
  });

  test('is paused for the time that its provider requests, and this does not count as an attempt', async () => {
    await fixture.ready('sms');
    await fixture.write(1);
    let isSlow = true;
    const channel = fakeChannel('sms', () => (isSlow ? { kind: 'slow', seconds: 35 } : { kind: 'sent' }));
    const worker = fixture.workerOf(channel);
    await workAll(worker);
    expect(await fixture.rows()).toMatchObject([
      { status: 'waiting', attempts: 0, due_at: plusSeconds(fixture.start, 35) },
    ]);
    isSlow = false;
    fixture.advance(34);
    await workAll(worker);
    expect(channel.received).toHaveLength(1);
    fixture.advance(1);
    await workAll(worker);
    expect(await fixture.rows()).toMatchObject([{ status: 'sent', attempts: 1 }]);
  });

  test('does not retry an address that the provider rejects', async () => {
    await fixture.ready('email');
    await fixture.write(1);
    const channel = fakeChannel('email', () => ({ kind: 'refused', problem: 'Нет такого ящика.' }));
    const worker = fixture.workerOf(channel);
    await workAll(worker);
    fixture.advance(60 * 60);
    await workAll(worker);
    expect(channel.received).toHaveLength(1);
    expect(await fixture.rows()).toMatchObject([{ status: 'failed', problem: 'Нет такого ящика.' }]);
  });

  test(`sends each of ${MANY} messages exactly once with two workers`, async () => {
    await fixture.ready('email');
    await fixture.db.transaction().execute(async (trx) => {
      for (let number = 0; number < MANY; number += 1)
        await sendTo(trx, {
          to: { email: `reader${number}@example.ru` },
          organizationId: null,
          at: fixture.now(),
          title: 'Сообщение',
          text: `Текст ${number}`,
        });
    });
    const outcomeOf = (letter: EmailMessage, before: number): Outcome => {
      const number = Number(letter.text.slice(6));
      if (before < number % 4) return { kind: 'failed', problem: 'Занято.' };
      return number % 97 === 96 && before === number % 4
        ? { kind: 'down', problem: 'Нет связи.' }
        : { kind: 'sent' };
    };
    const sent = new Map<string, number>();
    const channel = fakeChannel('email', (letter, before) => {
      const outcome = outcomeOf(letter, before);
      if (outcome.kind === 'sent') sent.set(letter.id, (sent.get(letter.id) ?? 0) + 1);
      return outcome;
    });
    const workers = [fixture.workerOf(channel), fixture.workerOf(channel)];
    for (let round = 0; round < 60 && 'waiting' in (await fixture.statuses()); round += 1) {
      await Promise.all(workers.map(workAll));
      fixture.advance(600);
    }
    expect(await fixture.statuses()).toEqual({ sent: MANY });
    expect(sent.size).toBe(MANY);
    expect([...sent.values()].every((times) => times === 1)).toBe(true);
  }, 600_000);
});
