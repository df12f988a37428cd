import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { EmbeddedPostgres, embedded } from '../../src/platform/db/embedded.ts';
import { dumpOfEmpty } from '../../src/testing/dump.ts';

afterEach(() => vi.restoreAllMocks());

test('an embedded database that has panicked says so once and is asked nothing more', async () => {
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
  const asked = vi.spyOn(PGlite.prototype, 'execProtocolRawSync');
  await expect(ask()).rejects.toMatchObject({ code: '53100' });
  await db.destroy();
  expect(asked).not.toHaveBeenCalled();
  expect(onPanic).toHaveBeenCalledOnce();
});
