import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { accountsRepo } from '../../src/people/accounts/accounts.repo.ts';
import { sessionsRepo } from '../../src/people/sessions/sessions.repo.ts';
import { openPostgres } from '../../src/platform/db/db.ts';
import { emptyDatabase } from '../setup/empty-database.ts';

/** Times that PostgreSQL makes a plan for the values given before it considers one for any. */
const TRIED = 5;

test('a connection reads once what every call asks, and does not plan it at each call', async () => {
  const { url = '' } = await emptyDatabase();
  const db = openPostgres(url, () => undefined, { max: 1 });
  // As many rows as make an index worth asking: the more values are given, the dearer.
  await sql`
    insert into users (id, phone, password_hash, created_at, updated_at, first_name, last_name, father_name)
    select gen_random_uuid(), '+79' || (100000000 + n), '', now(), now(), '', '', '' from generate_series(1, 5000) n`.execute(
    db,
  );
  await sql`
    insert into sessions (id, user_id, current_token, spent_tokens, created_at, refreshed_at, expires_at, user_agent)
    select gen_random_uuid(), id, '', '[]', now(), now(), now(), '' from users`.execute(db);
  await sql`analyze users, sessions`.execute(db);

  const claim = () => ({ userId: randomUUID(), sessionId: randomUUID() });
  const exchange = () => ({
    id: randomUUID(),
    userId: randomUUID(),
    token: 'a',
    successor: 'b',
    at: new Date(),
  });
  for (let calls = 0; calls < 3 * TRIED; calls += 1) {
    await sessionsRepo(db).findAll([randomUUID()], new Date());
    await accountsRepo(db).findInSessions([claim()], new Date());
    await sessionsRepo(db).rotate([exchange()], { ttl: 1, maxSeconds: 1, grace: 0 }, 'skip');
  }
  const { rows } = await sql<{ custom_plans: number; generic_plans: number }>`
    select custom_plans, generic_plans from pg_prepared_statements`.execute(db);
  await db.destroy();
  expect(rows).toEqual(Array(3).fill({ custom_plans: TRIED, generic_plans: 2 * TRIED }));
});
