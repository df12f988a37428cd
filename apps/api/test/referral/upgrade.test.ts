import { machines } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from '../../src/migrations/index.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
});
afterEach(() => database.drop());

const upTo = (count: number) => Object.fromEntries(Object.entries(migrations).slice(0, count));
const steps = Object.keys(migrations).length;

test.each(Array.from({ length: steps }, (_, index) => index))(
  'a database of version %i becomes one of the latest, with everybody in it',
  async (version) => {
    const { db } = database;
    if (version > 0) await migrate(db, upTo(version));
    if (version === 1) {
      await sql`
        insert into users (id, phone, password_hash, role, created_at, updated_at)
        select gen_random_uuid(), '+7916000000' || n, 'x', role, now(), now()
        from (values (1, 'organization'), (2, 'organization'), (3, 'partner'), (4, null)) people (n, role)`.execute(
        db,
      );
    }
    await migrate(db, migrations);
    const users = await db.selectFrom('users').select(['role', 'organization_id']).orderBy('phone').execute();
    if (version !== 1) expect(users).toEqual([]);
    else {
      const [first, second, ...others] = users;
      expect(first?.organization_id).toEqual(expect.any(String));
      expect(second?.organization_id).not.toBe(first?.organization_id);
      for (const { organization_id } of others) expect(organization_id).toBeNull();
    }
  },
);

test('the states in the tables are those of the life cycles', async () => {
  const { db } = database;
  await migrate(db, migrations);
  const { rows } = await sql<{ name: string; rule: string }>`
    select conrelid::regclass::text as name, pg_get_constraintdef(oid) as rule
    from pg_constraint where conname ~ '_status_check$'`.execute(db);
  const tables = {
    programs: 'program',
    partners: 'partner',
    enrollments: 'enrollment',
    leads: 'lead',
  } as const;
  for (const [table, machine] of Object.entries(tables)) {
    const rule = rows.find(({ name }) => name === table)?.rule ?? '';
    const states = [...rule.matchAll(/'(\w+)'/g)].map(([, state]) => state);
    expect(states.sort(), table).toEqual(Object.keys(machines[machine].labels).sort());
  }
});
