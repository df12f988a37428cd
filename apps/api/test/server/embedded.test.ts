import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { EmbeddedPostgres, embedded } from '../../src/platform/db/embedded.ts';
import { withSnapshot } from '../../src/platform/export/snapshot.ts';
import { dumpOfEmpty } from '../../src/testing/dump.ts';

afterEach(() => vi.restoreAllMocks());

test('the embedded database reports a PANIC once and accepts no statements after it', async () => {
  const onPanic = vi.fn();
  const pglite = new EmbeddedPostgres({ loadDataDir: await dumpOfEmpty() }, onPanic);
  await pglite.waitReady;
  const db = embedded(pglite);
  const ask = () => sql`select 1`.execute(db);
  const fail = (error: object) =>
    vi
      .spyOn(PGlite.prototype, 'execProtocolStream')
      .mockRejectedValueOnce(Object.assign(new Error('no'), error));

  fail({ severity: 'ERROR', code: '53100' });
  await expect(ask()).rejects.toMatchObject({ code: '53100' });
  await ask();
  expect(onPanic).not.toHaveBeenCalled();

  fail({ severity: 'PANIC', code: '53100' });
  await expect(ask()).rejects.toMatchObject({ severity: 'PANIC' });
  const spy = vi.spyOn(PGlite.prototype, 'execProtocolRawSync');
  await expect(ask()).rejects.toMatchObject({ code: '53100' });
  await db.destroy();
  expect(spy).not.toHaveBeenCalled();
  expect(onPanic).toHaveBeenCalledOnce();
});

test('the embedded database serves reads and delays writes while an export copies rows', async () => {
  const db = embedded(await PGlite.create({ loadDataDir: await dumpOfEmpty() }));
  await sql`insert into rate_limits (key, hits, expires_at)
    select n::text, 1, now() from generate_series(1, 20000) n`.execute(db);
  const order: string[] = [];
  const list = { query: db.selectFrom('rate_limits').select('key').orderBy('key'), id: sql`key` };
  await withSnapshot(
    db,
    list,
    ({ key }) => key,
  )(async ({ batches }) => {
    const deleted = db.deleteFrom('rate_limits').execute();
    const changed = deleted.then(() => order.push('changed'));
    const transaction = db
      .transaction()
      .execute((trx) => trx.selectFrom('rate_limits').select('key').execute());
    const commit = transaction.then((rows) => order.push(`${rows.length} left`));
    const question = db.selectFrom('rate_limits').select('key').limit(1).execute();
    const spy = question.then((rows) => order.push(`${rows.length} found`));
    // The event loop is not blocked either.
    const turn = new Promise((resolve) => setImmediate(resolve)).then(() => order.push('event loop ran'));
    let read = 0;
    for await (const batch of batches) read += batch.length;
    expect(read).toBe(20_000);
    await Promise.all([changed, commit, spy, turn]);
  });
  expect(order).toEqual(['1 found', 'event loop ran', 'changed', '0 left']);
  await db.destroy();
});
