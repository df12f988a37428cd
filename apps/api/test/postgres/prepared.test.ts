import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { accountsRepo } from '../../src/people/accounts/accounts.repo.ts';
import { sessionsRepo } from '../../src/people/sessions/sessions.repo.ts';
import { openPostgres } from '../../src/platform/db/db.ts';
import { emptyDatabase } from '../setup/empty-database.ts';

/** Number of executions with a custom plan before PostgreSQL considers a generic plan. */
const CUSTOM_PLANS = 5;

test('the statements of every call are prepared once per connection and use generic plans', async () => {
  const { url = '' } = await emptyDatabase();
  const db = openPostgres(url, () => undefined, { max: 1 });
  // With enough rows an index is cheaper than a sequential scan.
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
  for (let calls = 0; calls < 3 * CUSTOM_PLANS; calls += 1) {
    await sessionsRepo(db).findAll([randomUUID()], new Date());
    await accountsRepo(db).findInSessions([claim()], new Date());
    await sessionsRepo(db).rotate([exchange()], { ttl: 1, maxSeconds: 1, grace: 0 }, 'skip');
  }
  const { rows } = await sql<{ custom_plans: number; generic_plans: number }>`
    select custom_plans, generic_plans from pg_prepared_statements`.execute(db);
  await db.destroy();
  expect(rows).toEqual(Array(3).fill({ custom_plans: CUSTOM_PLANS, generic_plans: 2 * CUSTOM_PLANS }));
});
