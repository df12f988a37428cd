import { setImmediate as othersTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { withSnapshot } from '../../src/platform/export/snapshot.ts';
import { emptyDatabase } from '../setup/empty-database.ts';

let db: Db;
beforeEach(async () => {
  ({ db } = await emptyDatabase());
  await fill(0, 2500);
});

const fill = (from: number, count: number) =>
  sql`insert into rate_limits (key, hits, expires_at)
      select lpad(n::text, 6, '0'), 1, now() from generate_series(${from}::int, ${from + count - 1}::int) n`.execute(
    db,
  );
const snapshot = (like = '%') =>
  withSnapshot(
    db,
    {
      query: db.selectFrom('rate_limits').select('key').where('key', 'like', like).orderBy('key', 'desc'),
      id: sql`key`,
    },
    ({ key }) => Number(key),
  );
/** A snapshot whose query fails at the last row. */
const failing = () =>
  withSnapshot(
    db,
    {
      query: db
        .selectFrom('rate_limits')
        .select(sql<number>`1 / (key::int)`.as('quotient'))
        .orderBy('key', 'desc'),
      id: sql`key`,
    },
    ({ quotient }) => quotient,
  );
const cursors = async () =>
  (await sql`select from pg_cursors where name like 'export%'`.execute(db)).rows.length;

test('a snapshot returns every row once and in order despite concurrent changes', async () => {
  const read: number[] = [];
  await snapshot()(async ({ total, batches }) => {
    expect(total).toBe(2500);
    for await (const batch of batches) {
      read.push(...batch);
      // Other statements run between the batches, and the snapshot does not see their changes.
      await fill(10_000 + read.length, 1);
      await db.deleteFrom('rate_limits').where('key', '<', '000100').execute();
      await db
        .transaction()
        .execute((trx) => trx.updateTable('rate_limits').set({ key: sql`'x' || key` }).execute());
    }
  });
  expect(read).toEqual(Array.from({ length: 2500 }, (_, index) => 2499 - index));
});

test.each([3000, 12_500])(
  'the row count of a snapshot matches its rows while rows are added: %i',
  async (more) => {
    await fill(2500, more);
    let adding = true;
    let added = 100_000;
    const add = async () => {
      while (adding) {
        await fill(added, 3);
        added += 3;
        await othersTurn();
      }
    };
    const others = add();
    for (let round = 0; round < 5; round += 1) {
      await snapshot()(async ({ total, batches }) => {
        let read = 0;
        for await (const batch of batches) read += batch.length;
        expect(read).toBe(total);
      });
    }
    adding = false;
    await others;
    expect(added).toBeGreaterThan(100_000);
  },
);

test('a large snapshot returns every row once and in order', async () => {
  await fill(2500, 20_000);
  const read: number[] = [];
  await snapshot()(async ({ batches }) => {
    for await (const batch of batches) read.push(...batch);
  });
  expect(read).toEqual(Array.from({ length: 22_500 }, (_, index) => 22_499 - index));
});

test('a small snapshot whose query fails reports the error before the first row is read', async () => {
  const spy = vi.fn();
  await expect(failing()(spy)).rejects.toThrow('division by zero');
  expect(spy).not.toHaveBeenCalled();
  expect(await cursors()).toBe(0);
});

test('a large snapshot knows its row count first and reports a failing query while rows are read', async () => {
  await fill(2500, 20_000);
  await failing()(async ({ total, batches }) => {
    expect(total).toBe(22_500);
    await expect(batches[Symbol.asyncIterator]().next()).rejects.toThrow('division by zero');
  });
  expect(await cursors()).toBe(0);
  await fill(50_000, 1);
});

test('a large snapshot that is not read ends and blocks no writes', async () => {
  await fill(2500, 20_000);
  await snapshot()(async ({ total }) => expect(total).toBe(22_500));
  expect(await cursors()).toBe(0);
  await fill(50_000, 1);
});

test('a snapshot of an empty result has no rows', async () => {
  await snapshot('none')(async ({ total, batches }) => {
    expect(total).toBe(0);
    for await (const batch of batches) expect(batch).toBeUndefined();
  });
});

test('several snapshots can be read concurrently', async () => {
  const read = { odd: 0, all: 0 };
  await snapshot()(async (all) => {
    await snapshot('%1')(async (reader) => {
      for await (const batch of all.batches) read.all += batch.length;
      for await (const batch of reader.batches) read.odd += batch.length;
    });
  });
  expect(read).toEqual({ all: 2500, odd: 250 });
});

test('the database keeps no cursor after a snapshot ends or fails', async () => {
  await snapshot()(async ({ batches }) => {
    for await (const _ of batches) break;
  });
  const failed = snapshot()(async () => {
    throw new Error('enough');
  });
  await expect(failed).rejects.toThrow('enough');
  expect(await cursors()).toBe(0);
});
