import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createDeliveryFixture,
  type DeliveryFixture,
  fakeChannel,
  workAll,
} from '../setup/delivery-fixture.ts';
import { dropDatabase } from '../setup/empty-database.ts';

let fixture: DeliveryFixture;
beforeEach(async () => {
  fixture = await createDeliveryFixture();
});
afterAll(dropDatabase);

/** A database connection whose process is killed after `statements` statements. */
function failAfter(statements: number) {
  let remaining = statements;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (remaining <= 0) throw new Error('killed');
      remaining -= 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: fixture.db.withPlugin(plugin), isDead: () => remaining <= 0 };
}

describe.each(['email', 'sms'] as const)('a worker for %s that is killed at any statement', (name) => {
  test('loses no message and sends at most one e-mail twice, with the same Message-ID', async () => {
    await fixture.ready(name);
    let isWhole = false;
    for (let statements = 0; !isWhole; statements += 1) {
      await fixture.db.deleteFrom('messages').execute();
      for (let number = 0; number < 3; number += 1) await fixture.write(number);
      const channel = fakeChannel(name);
      const process = failAfter(statements);
      const killed = { ...channel, atOnce: 1, send: channel.send };
      isWhole = await workAll(fixture.workerOf(killed, process.db)).then(
        () => true,
        () => false,
      );
      // Another worker takes over only after the lease expires.
      const before = channel.received.length;
      if (!isWhole) {
        const firstChannel = fakeChannel(name);
        await workAll(fixture.workerOf(firstChannel));
        expect(firstChannel.received.length + before).toBeLessThanOrEqual(3);
        channel.received.push(...firstChannel.received);
      }
      fixture.advance(121);
      await workAll(fixture.workerOf(channel));
      const ids = channel.received.map(({ id }) => id);
      const rows = await fixture.rows();
      for (const { id, status, problem } of rows) {
        const times = ids.filter((one) => one === id).length;
        if (name === 'email') {
          // An e-mail may be repeated once with the same Message-ID.
          expect(times).toBeGreaterThanOrEqual(1);
          expect(times).toBeLessThanOrEqual(2);
          expect(status).toBe('sent');
        } else {
          expect(times).toBeLessThanOrEqual(1);
          if (status === 'failed') expect(problem).toContain('Неизвестно');
          else expect([status, times]).toEqual(['sent', 1]);
        }
      }
      const uncertain = rows.filter(
        ({ id, status }) => status === 'failed' || ids.filter((one) => one === id).length > 1,
      );
      expect(uncertain.length, `killed at statement ${statements}`).toBeLessThanOrEqual(1);
      expect(rows).toHaveLength(3);
    }
  });
});

test('a worker whose lease expired during a pause sends no more messages', async () => {
  await fixture.ready('sms');
  await fixture.write(1);
  await fixture.write(2);
  const channel = fakeChannel('sms', () => {
    // The lease expires here, so another worker takes the remaining messages.
    fixture.advance(121);
    return { kind: 'sent' };
  });
  await fixture.workerOf({ ...channel, atOnce: 1 }).work();
  expect(channel.received).toHaveLength(1);
  const other = fakeChannel('sms');
  await workAll(fixture.workerOf(other));
  expect([...channel.received, ...other.received].map(({ text }) => text).sort()).toEqual([
    'Текст 1',
    'Текст 2',
  ]);
});
