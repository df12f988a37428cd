import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { accountsRepo } from '../../src/modules/accounts/accounts.repo.ts';
import { sessionsRepo } from '../../src/modules/accounts/sessions.repo.ts';
import { openPostgres } from '../../src/platform/db/db.ts';
import { emptyDatabase } from '../setup/empty-database.ts';

test('a connection reads and plans once what every call asks', async () => {
  const { url = '' } = await emptyDatabase();
  const db = openPostgres(url, () => undefined, { max: 1 });
  const claim = () => ({ userId: randomUUID(), sessionId: randomUUID() });
  const exchange = () => ({
    id: randomUUID(),
    userId: randomUUID(),
    token: 'a',
    successor: 'b',
    at: new Date(),
  });
  for (const _call of [1, 2]) {
    await sessionsRepo(db).findAll([randomUUID(), randomUUID()], new Date());
    await accountsRepo(db).findInSessions([claim(), claim()], new Date());
    await sessionsRepo(db).rotate([exchange()], { ttl: 1, maxSeconds: 1, grace: 0 }, 'skip');
  }
  const { rows } = await sql<{ times: number }>`
    select generic_plans + custom_plans as times from pg_prepared_statements order by name`.execute(db);
  await db.destroy();
  expect(rows.map(({ times }) => Number(times))).toEqual([2, 2, 2]);
});
