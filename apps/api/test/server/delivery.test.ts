import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { channelsFor, sendTo } from '../../src/domain/messages/send-to.ts';
import type { Channel, Letter, Outcome } from '../../src/modules/messages/channels/channel.ts';
import { createWorker, PAUSES } from '../../src/modules/messages/delivery/worker.ts';
import { plusSeconds } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { dropDatabase, emptyDatabase } from '../setup/empty-database.ts';

const START = new Date('2026-11-22T10:00:00Z');
/** As many as a long run asks for; the short one is of the same kind. */
const MANY = Number(process.env['MESSAGES'] ?? 400);

let db: Db;
let now: Date;
beforeEach(async () => {
  ({ db } = await emptyDatabase());
  await db.deleteFrom('messages').execute();
  await db.deleteFrom('message_channels').execute();
  now = START;
});
afterAll(dropDatabase);

const advance = (seconds: number) => {
  now = plusSeconds(now, seconds);
};

type Stub = Channel & { letters: Letter[] };

/** A channel that notes what it is given, and answers as it is told. */
function stub(
  channel: Channel['channel'],
  answer: (letter: Letter, before: number) => Outcome | Promise<Outcome> = () => ({ kind: 'sent' }),
): Stub {
  const letters: Letter[] = [];
  return {
    channel,
    letters,
    sender: '',
    isRehearsal: false,
    isRepeatable: channel === 'email',
    atOnce: 3,
    send: async (letter) => {
      const before = letters.filter(({ id }) => id === letter.id).length;
      letters.push(letter);
      return answer(letter, before);
    },
  };
}

const workerOf = (channel: Channel, of: Db = db) =>
  createWorker(channel, {
    db: of,
    clock: () => now,
    publicUrl: 'https://example.ru',
    onDown: () => undefined,
  });

async function workAll(worker: ReturnType<typeof workerOf>) {
  while (await worker.work());
}

async function ready(...channels: Channel['channel'][]) {
  await db
    .insertInto('message_channels')
    .values(channels.map((channel) => ({ channel, sender: '', is_rehearsal: false })))
    .execute();
}

const write = (number: number, more: object = {}) =>
  db.transaction().execute((trx) =>
    sendTo(trx, {
      to: { email: `reader${number}@example.ru`, phone: `+7916${1_000_000 + number}` },
      organizationId: null,
      at: now,
      title: `Сообщение ${number}`,
      text: `Текст ${number}`,
      ...more,
    }),
  );

const rows = () => db.selectFrom('deliveries').selectAll().orderBy('created_at').execute();
const statuses = async () => {
  const counts: Record<string, number> = {};
  for (const { status } of await rows()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test('a text goes by every channel that is set up and reaches, by those alone that are asked for, and never a code by Telegram', async () => {
  expect(await write(1)).toEqual([]);
  await ready('email', 'sms', 'telegram');
  expect(await channelsFor(db, { email: 'a@b.ru' })).toEqual([{ channel: 'email', address: 'a@b.ru' }]);
  expect(await write(1)).toEqual(['email', 'sms']);
  expect(await write(2, { channels: ['sms'] })).toEqual(['sms']);
  const at = now;
  const person = { id: randomUUID(), phone: '+79160000001', email: '', role: 'partner' as const };
  const blank = { organization_id: null, position: null, first_name: '', last_name: '', father_name: '' };
  await db
    .insertInto('users')
    .values({ ...person, ...blank, password_hash: 'x', created_at: at, updated_at: at })
    .execute();
  await db
    .insertInto('telegram_chats')
    .values({ user_id: person.id, chat_id: '42', linked_at: at })
    .execute();
  const to = { userId: person.id };
  expect(await write(3, { to })).toEqual(['sms', 'telegram']);
  expect(await write(4, { to, isSecret: true })).toEqual(['sms']);
});

test('what is rolled back is not sent', async () => {
  await ready('email');
  await db
    .transaction()
    .execute(async (trx) => {
      await sendTo(trx, {
        to: { email: 'a@b.ru' },
        organizationId: null,
        at: now,
        title: 'Нет',
        text: 'Нет',
      });
      throw new Error('no');
    })
    .catch(() => undefined);
  expect(await rows()).toEqual([]);
  expect(await db.selectFrom('messages').selectAll().execute()).toEqual([]);
});

test('a code is forgotten once it is sent, and not sent once it has expired', async () => {
  await ready('sms');
  await write(1, { isSecret: true, expiresAt: plusSeconds(now, 900) });
  const channel = stub('sms');
  await workAll(workerOf(channel));
  expect(channel.letters.map(({ text }) => text)).toEqual(['Текст 1']);
  await write(2, { isSecret: true, expiresAt: plusSeconds(now, 900) });
  advance(900);
  await workAll(workerOf(channel));
  expect(channel.letters).toHaveLength(1);
  expect(await statuses()).toEqual({ sent: 1, failed: 1 });
  const texts = await db.selectFrom('messages').select('body').execute();
  expect(texts.map(({ body }) => body)).toEqual(['', '']);
});

describe('a channel that fails', () => {
  test('is tried again after growing pauses, then given up where the owner sees it', async () => {
    await ready('email');
    await write(1);
    const channel = stub('email', () => ({ kind: 'failed', problem: 'Занято.' }));
    const worker = workerOf(channel);
    await workAll(worker);
    for (const [tries, pause] of PAUSES.entries()) {
      expect(channel.letters).toHaveLength(tries + 1);
      advance(pause - 1);
      await workAll(worker);
      expect(channel.letters).toHaveLength(tries + 1);
      advance(1);
      // A retry waits for the end of the quiet hours only when it is for a person.
      await workAll(worker);
    }
    expect(channel.letters).toHaveLength(PAUSES.length + 1);
    advance(7 * 24 * 60 * 60);
    await workAll(worker);
    expect(channel.letters).toHaveLength(PAUSES.length + 1);
    expect(await rows()).toMatchObject([
      { status: 'failed', problem: 'Занято.', attempts: PAUSES.length + 1 },
    ]);
  });

  test('for everybody is left alone for a while, and what waits for it is not counted as tried', async () => {
    await ready('email');
    for (let number = 0; number < 30; number += 1) await write(number);
    let isDown = true;
    const channel = stub('email', () =>
      isDown ? { kind: 'down', problem: 'Не отвечает.' } : { kind: 'sent' },
    );
    const worker = workerOf(channel);
    await workAll(worker);
    expect(channel.letters.length).toBeLessThanOrEqual(3);
    isDown = false;
    advance(60 * 60);
    await workAll(worker);
    expect(await statuses()).toEqual({ sent: 30 });
  });

  test('says how long it wants to be left alone: that was no try', async () => {
    await ready('sms');
    await write(1);
    let isSlow = true;
    const channel = stub('sms', () => (isSlow ? { kind: 'slow', seconds: 35 } : { kind: 'sent' }));
    const worker = workerOf(channel);
    await workAll(worker);
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 0, due_at: plusSeconds(START, 35) }]);
    isSlow = false;
    advance(34);
    await workAll(worker);
    expect(channel.letters).toHaveLength(1);
    advance(1);
    await workAll(worker);
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 1 }]);
  });

  test('an address is not tried again', async () => {
    await ready('email');
    await write(1);
    const channel = stub('email', () => ({ kind: 'refused', problem: 'Нет такого ящика.' }));
    const worker = workerOf(channel);
    await workAll(worker);
    advance(60 * 60);
    await workAll(worker);
    expect(channel.letters).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: 'failed', problem: 'Нет такого ящика.' }]);
  });

  test(`loses and doubles none of ${MANY} messages, with two workers at it`, async () => {
    await ready('email');
    await db.transaction().execute(async (trx) => {
      for (let number = 0; number < MANY; number += 1)
        await sendTo(trx, {
          to: { email: `reader${number}@example.ru` },
          organizationId: null,
          at: now,
          title: 'Сообщение',
          text: `Текст ${number}`,
        });
    });
    const fate = (letter: Letter, before: number): Outcome => {
      const number = Number(letter.text.slice(6));
      if (before < number % 4) return { kind: 'failed', problem: 'Занято.' };
      return number % 97 === 96 && before === number % 4
        ? { kind: 'down', problem: 'Нет связи.' }
        : { kind: 'sent' };
    };
    const sent = new Map<string, number>();
    const channel = stub('email', (letter, before) => {
      const outcome = fate(letter, before);
      if (outcome.kind === 'sent') sent.set(letter.id, (sent.get(letter.id) ?? 0) + 1);
      return outcome;
    });
    const workers = [workerOf(channel), workerOf(channel)];
    for (let round = 0; round < 60 && (await statuses())['waiting'] !== undefined; round += 1) {
      await Promise.all(workers.map(workAll));
      advance(600);
    }
    expect(await statuses()).toEqual({ sent: MANY });
    expect(sent.size).toBe(MANY);
    expect([...sent.values()].every((times) => times === 1)).toBe(true);
  }, 600_000);
});

/** A database of a process that dies before one of its statements. */
function dying(statements: number) {
  let left = statements;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (left <= 0) throw new Error('killed');
      left -= 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(plugin), isDead: () => left <= 0 };
}

describe.each(['email', 'sms'] as const)('a worker of %s that is killed at any statement', (name) => {
  test('loses nothing, and sends nothing twice', async () => {
    await ready(name);
    let isWhole = false;
    for (let statements = 0; !isWhole; statements += 1) {
      await db.deleteFrom('messages').execute();
      for (let number = 0; number < 3; number += 1) await write(number);
      const channel = stub(name);
      const process = dying(statements);
      const killed = { ...channel, atOnce: 1, send: channel.send };
      isWhole = await workAll(workerOf(killed, process.db)).then(
        () => true,
        () => false,
      );
      // Nobody takes it over before the lease has run out.
      const before = channel.letters.length;
      if (!isWhole) {
        const early = stub(name);
        await workAll(workerOf(early));
        expect(early.letters.length + before).toBeLessThanOrEqual(3);
        channel.letters.push(...early.letters);
      }
      advance(121);
      await workAll(workerOf(channel));
      const ids = channel.letters.map(({ id }) => id);
      const found = await rows();
      for (const { id, status, problem } of found) {
        const times = ids.filter((one) => one === id).length;
        if (name === 'email') {
          // At most once more, under the same Message-ID.
          expect(times).toBeGreaterThanOrEqual(1);
          expect(times).toBeLessThanOrEqual(2);
          expect(status).toBe('sent');
        } else {
          expect(times).toBeLessThanOrEqual(1);
          if (status === 'failed') expect(problem).toContain('Неизвестно');
          else expect([status, times]).toEqual(['sent', 1]);
        }
      }
      const doubtful = found.filter(
        ({ id, status }) => status === 'failed' || ids.filter((one) => one === id).length > 1,
      );
      expect(doubtful.length, `killed at statement ${statements}`).toBeLessThanOrEqual(1);
      expect(found).toHaveLength(3);
    }
  });
});

test('a worker that was stopped for minutes gives nothing to the channel', async () => {
  await ready('sms');
  await write(1);
  await write(2);
  const channel = stub('sms', () => {
    // As long as the lease: another worker has the rest by now.
    advance(121);
    return { kind: 'sent' };
  });
  await workerOf({ ...channel, atOnce: 1 }).work();
  expect(channel.letters).toHaveLength(1);
  const other = stub('sms');
  await workAll(workerOf(other));
  expect([...channel.letters, ...other.letters].map(({ text }) => text).sort()).toEqual([
    'Текст 1',
    'Текст 2',
  ]);
});
