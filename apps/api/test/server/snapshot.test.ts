import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
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
      select lpad(n::text, 6, '0'), '{}', now() from generate_series(${from}::int, ${from + count - 1}::int) n`.execute(
    db,
  );
const snapshot = (like = '%') =>
  withSnapshot(
    db,
    db.selectFrom('rate_limits').select('key').where('key', 'like', like).orderBy('key', 'desc'),
    ({ key }) => Number(key),
  );
const cursors = async () =>
  (await sql`select from pg_cursors where name like 'export%'`.execute(db)).rows.length;

test('a snapshot has every row once, in order, whatever happens while it is read', async () => {
  const read: number[] = [];
  await snapshot()(async ({ total, batches }) => {
    expect(total).toBe(2500);
    for await (const batch of batches) {
      read.push(...batch);
      // Others are answered between the batches, and what they do is not seen.
      await fill(10_000 + read.length, 1);
      await db.deleteFrom('rate_limits').where('key', '<', '000100').execute();
      await db
        .transaction()
        .execute((trx) => trx.updateTable('rate_limits').set({ key: sql`'x' || key` }).execute());
    }
  });
  expect(read).toEqual(Array.from({ length: 2500 }, (_, index) => 2499 - index));
});

test('a snapshot of nothing has no rows', async () => {
  await snapshot('none')(async ({ total, batches }) => {
    expect(total).toBe(0);
    for await (const batch of batches) expect(batch).toBeUndefined();
  });
});

test('several snapshots are read side by side', async () => {
  const read = { odd: 0, all: 0 };
  await snapshot()(async (all) => {
    await snapshot('%1')(async (odd) => {
      for await (const batch of all.batches) read.all += batch.length;
      for await (const batch of odd.batches) read.odd += batch.length;
    });
  });
  expect(read).toEqual({ all: 2500, odd: 250 });
});

test('the database keeps nothing of a snapshot that is over, nor of one that failed', async () => {
  await snapshot()(async ({ batches }) => {
    for await (const _ of batches) break;
  });
  const failed = snapshot()(async () => {
    throw new Error('enough');
  });
  await expect(failed).rejects.toThrow('enough');
  expect(await cursors()).toBe(0);
});
