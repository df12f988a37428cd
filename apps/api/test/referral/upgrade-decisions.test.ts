import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { createSchemaBefore } from '../setup/earlier-schema.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('the upgrade gives partly decided applications one status and makes second applications pending', async () => {
  const { db } = database;
  await createSchemaBefore(db, '0040-decisions');
  const id = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
  const organization = id(9);
  await sql`
    insert into organizations (id, name, created_at, updated_at) values (${organization}, 'Первая', now(), now())`.execute(
    db,
  );
  await sql`
    insert into programs (organization_id, id, status, name, name_key, description, reward_event, hold_days,
      join_policy, attribution_window_days, duplicate_window_days, landing, ad_label, ad_erid, created_at, updated_at)
    values (${organization}, ${id(8)}, 'draft', 'Окна', 'окна', '', 'deal_won', 14, 'open', 30, 90, '{}', '', '', now(), now())`.execute(
    db,
  );
  await sql`
    insert into documents (organization_id, id, kind, version, text, sha256, created_at)
    select ${organization}::uuid, n::uuid, kind, 1, 'Текст', repeat('a', 64), now()
    from (values (${id(6)}, 'offer'), (${id(7)}, 'personal_data')) as d (n, kind)`.execute(db);
  const applicant = async (digit: number, card: string, enrollment: string, isRepeat = false) => {
    const own = id(digit);
    await sql`
      insert into partners (organization_id, id, status, kind, last_name, first_name, father_name, company_name,
        name, name_key, phone, email, inn, search_text, created_at, updated_at)
      values (${organization}, ${own}, ${card}, 'individual', '', '', '', '', 'П', 'п', ${`+7916000000${digit}`}, '', '',
        'п', now(), now())`.execute(db);
    await sql`
      insert into enrollments (organization_id, id, program_id, partner_id, status, created_at, updated_at)
      values (${organization}, ${own}, ${id(8)}, ${own}, ${enrollment}, now(), now())`.execute(db);
    await sql`
      insert into applications (organization_id, id, program_id, partner_id, is_repeat, status, token_hash, given, offer_id,
        personal_data_id, ip, user_agent, created_at)
      values (${organization}, ${own}, ${id(8)}, ${own}, ${isRepeat}, 'pending', ${own}, '{}', ${id(6)}, ${id(7)}, '', '',
        now())`.execute(db);
  };
  await applicant(1, 'pending', 'active');
  await applicant(2, 'pending', 'rejected');
  await applicant(3, 'rejected', 'pending', true);
  await applicant(4, 'pending', 'pending');
  await migrate(db, migrations);
  const { rows } = await sql<object>`
    select p.status as card, e.status as enrollment, a.status as application, a.may_join
    from partners p join enrollments e on e.partner_id = p.id join applications a on a.partner_id = p.id
    order by p.id`.execute(db);
  expect(rows).toEqual([
    { card: 'active', enrollment: 'active', application: 'approved', may_join: true },
    { card: 'rejected', enrollment: 'rejected', application: 'rejected', may_join: true },
    { card: 'pending', enrollment: 'pending', application: 'pending', may_join: false },
    { card: 'pending', enrollment: 'pending', application: 'pending', may_join: true },
  ]);
  const noted = await db.selectFrom('audit_entries').select('action').orderBy('object_id').execute();
  expect(noted.map(({ action }) => action)).toEqual(['partner.approve', 'partner.reject', 'partner.reopen']);
});
