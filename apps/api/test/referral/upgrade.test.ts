import { createHash } from 'node:crypto';
import { stateMachines } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { createSchemaBefore, dropSchema } from '../setup/earlier-schema.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => dropSchema(database.db));
afterAll(() => database.drop());

test('a database of version 1 can be upgraded with its users', async () => {
  const { db } = database;
  await createSchemaBefore(db, Object.keys(migrations)[1] ?? '');
  await sql`
    insert into users (id, phone, password_hash, role, created_at, updated_at)
    select gen_random_uuid(), '+7916000000' || n, 'x', role, now(), now()
    from (values (1, 'organization'), (2, 'organization'), (3, 'partner'), (4, null)) people (n, role)`.execute(
    db,
  );
  await migrate(db, migrations);
  const users = await db.selectFrom('users').select(['role', 'organization_id']).orderBy('phone').execute();
  const [first, second, ...others] = users;
  expect(first?.organization_id).toEqual(expect.any(String));
  expect(second?.organization_id).not.toBe(first?.organization_id);
  for (const { organization_id } of others) expect(organization_id).toBeNull();
});

test('existing programs get a permanent join code, and the VAT of existing organizations is unchanged', async () => {
  const { db } = database;
  await createSchemaBefore(db, '0017-organization-settings');
  const id = '00000000-0000-7000-8000-000000000001';
  await sql`
    insert into organizations (id, name, created_at, updated_at) values (${id}, 'Первая', now(), now())`.execute(
    db,
  );
  await sql`
    insert into programs (organization_id, id, status, name, name_key, description, reward_event, hold_days,
      join_policy, attribution_window_days, duplicate_window_days, landing, ad_label, ad_erid, created_at, updated_at)
    values (${id}, ${id}, 'draft', 'Окна', 'окна', '', 'deal_won', 14, 'open', 30, 90, '{}', '', '', now(), now())`.execute(
    db,
  );
  await migrate(db, migrations);
  const { join_code } = await db.selectFrom('programs').select('join_code').executeTakeFirstOrThrow();
  expect(join_code).toBe(createHash('md5').update(id).digest('hex').slice(0, 12));
  const settings = db
    .selectFrom('organizations')
    .select(['vat_ip', 'vat_legal', 'partner_kinds', 'time_zone']);
  expect(await settings.executeTakeFirst()).toEqual({
    vat_ip: 'none',
    vat_legal: 'none',
    partner_kinds: ['individual', 'self_employed', 'ip', 'legal'],
    time_zone: 'Europe/Moscow',
  });
});

test('cards of invited users who never joined lose the user, and the user is deleted unless it is used elsewhere', async () => {
  const { db } = database;
  await createSchemaBefore(db, '0012-invitations');
  const id = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
  await sql`
    insert into organizations (id, name, created_at, updated_at)
    select ${id(1)}::uuid, 'Первая', now(), now() union all
    select ${id(2)}::uuid, 'Вторая', now(), now()`.execute(db);
  // 1 was only invited, 2 is active in another organization, 3 has signed in, 4 was never invited.
  await sql`
    insert into users (id, phone, password_hash, role, created_at, updated_at)
    select ('00000000-0000-7000-8000-00000000000' || n)::uuid, '+7916000000' || n, 'x', 'partner', now(), now()
    from generate_series(1, 4) n`.execute(db);
  await sql`
    insert into sessions (id, user_id, current_token, created_at, refreshed_at, expires_at)
    values (${id(9)}, ${id(3)}, 'x', now(), now(), now())`.execute(db);
  const card = (organization: number, user: number, status: string) =>
    sql`
    insert into partners (organization_id, id, user_id, status, kind, last_name, first_name, father_name, company_name,
      name, name_key, phone, email, inn, search_text, created_at, updated_at)
    values (${id(organization)}, ${id(user)}, ${id(user)}, ${status}, 'individual', '', '', '', '', 'П', 'п',
      ${`+7916000000${user}`}, '', '', 'п', now(), now())`.execute(db);
  for (const user of [1, 2, 3]) await card(1, user, 'invited');
  await card(2, 2, 'active');
  await migrate(db, migrations);
  const users = await db.selectFrom('users').select('id').orderBy('id').execute();
  expect(users.map((user) => user.id)).toEqual([id(2), id(3), id(4)]);
  const cards = await db.selectFrom('partners').select(['organization_id', 'user_id']).execute();
  expect(cards.filter(({ user_id }) => user_id !== null)).toEqual([
    { organization_id: id(2), user_id: id(2) },
  ]);
});

test('employees who changed an open payment before the upgrade are editors of it afterwards', async () => {
  const { db } = database;
  await createSchemaBefore(db, '0038-payout-approval');
  const id = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
  await sql`
    insert into organizations (id, name, created_at, updated_at) values (${id(1)}, 'Первая', now(), now())`.execute(
    db,
  );
  await sql`
    insert into partners (organization_id, id, status, kind, last_name, first_name, father_name, company_name,
      name, name_key, phone, email, inn, search_text, created_at, updated_at)
    values (${id(1)}, ${id(2)}, 'active', 'individual', '', '', '', '', 'П', 'п', '+79160000001', '', '', 'п', now(), now())`.execute(
    db,
  );
  const [draft, canceled] = [id(3), id(4)];
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into payments (organization_id, id, number, partner_id, status, amount_kop, purpose, requested, formed_by, created_at, updated_at)
      values (${id(1)}, ${draft}, 1, ${id(2)}, 'draft', 100, 'Выплата', false, ${id(5)}, now(), now()),
        (${id(1)}, ${canceled}, 2, ${id(2)}, 'canceled', 100, 'Выплата', false, ${id(5)}, now(), now())`.execute(
      trx,
    );
    await sql`
      insert into accruals (organization_id, id, number, partner_id, kind, amount_kop, explanation, status, payment_id, created_at, updated_at)
      values (${id(1)}, ${id(7)}, 1, ${id(2)}, 'bonus', 100, 'За встречу', 'reserved', ${draft}, now(), now())`.execute(
      trx,
    );
  });
  await sql`
    insert into audit_entries (organization_id, id, actor_id, action, object_kind, object_id, diff, at, request_id)
    select ${id(1)}::uuid, gen_random_uuid(), e.actor::uuid, 'payment.update', 'payment', e.payment::uuid, '{}', now(), 'r'
    from (values (${id(6)}, ${draft}), (${id(6)}, ${draft}), (null, ${draft}), (${id(6)}, ${canceled})) e (actor, payment)`.execute(
    db,
  );
  await migrate(db, migrations);
  const payments = await db.selectFrom('payments').select(['id', 'changed_by']).orderBy('number').execute();
  expect(payments).toEqual([
    { id: draft, changed_by: [id(6)] },
    { id: canceled, changed_by: [] },
  ]);
});

test('existing e-mails start unconfirmed, and recovery codes that were sent to them stop working', async () => {
  const { db } = database;
  await createSchemaBefore(db, '0036-confirmed-emails');
  const id = '00000000-0000-7000-8000-000000000001';
  await sql`
    insert into users (id, phone, password_hash, role, email, created_at, updated_at)
    values (${id}, '+79160000001', 'x', 'partner', 'typed@example.ru', now(), now())`.execute(db);
  await sql`
    insert into account_codes (id, kind, phone, user_id, code_hash, created_at, expires_at)
    select gen_random_uuid(), kind, '+79160000001', ${id}, 'x', now(), now() + interval '15 minutes'
    from (values ('recovery'), ('phone')) codes (kind)`.execute(db);
  await migrate(db, migrations);
  expect(await db.selectFrom('users').select(['email', 'email_confirmed_at']).execute()).toEqual([
    { email: 'typed@example.ru', email_confirmed_at: null },
  ]);
  const codes = await db.selectFrom('account_codes').select(['kind', 'used_at']).orderBy('kind').execute();
  expect(codes).toEqual([
    { kind: 'phone', used_at: null },
    { kind: 'recovery', used_at: expect.any(Date) },
  ]);
});

test('hits of rate limits before the upgrade count after it', async () => {
  const { db } = database;
  await createSchemaBefore(db, '0050-rate-limit-windows');
  await sql`
    insert into rate_limits (key, hits, expires_at)
    values ('a', array[now(), now(), now()], '2030-01-01'), ('b', '{}', '2030-01-01')`.execute(db);
  await migrate(db, migrations);
  const counters = await db.selectFrom('rate_limits').select(['key', 'hits']).orderBy('key').execute();
  expect(counters).toEqual([
    { key: 'a', hits: 3 },
    { key: 'b', hits: 0 },
  ]);
});

test('the status constraints of the tables match the state machines', async () => {
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
    expect(states.sort(), table).toEqual(Object.keys(stateMachines[machine].labels).sort());
  }
});

test('bank documents that cannot be read today count as unreadable, and long texts are cut', async () => {
  const { db } = database;
  await createSchemaBefore(db, '0039-bounds');
  const id = '00000000-0000-7000-8000-000000000001';
  await sql`
    insert into organizations (id, name, created_at, updated_at) values (${id}, 'Первая', now(), now())`.execute(
    db,
  );
  await sql`
    insert into bank_statements (organization_id, id, name, accounts, is_own, day_from, documents, foreign_documents, repeated,
      unreadable, created_at)
    values (${id}, ${id}, 'Выписка', '{1}', true, '0001-01-01', 4, 0, 0, 1, now())`.execute(db);
  await sql`
    insert into bank_documents (organization_id, id, statement_id, digest, number, day, amount_kop, payee, payee_account, payee_inn,
      purpose, match, reasons)
    select ${id}, gen_random_uuid(), ${id}, encode(sha256(amount_kop::text::bytea), 'hex'), '7', day::date, amount_kop, 'Иванов', '1', '',
      purpose, 'doubtful', '{}'
    from (values (99999999999999999, '2026-08-21', ''), (1, '0001-01-01', ''), (2, '2026-08-21', repeat('я', 2500000)))
      bad (amount_kop, day, purpose)`.execute(db);
  await migrate(db, migrations);
  const { rows } = await sql`
    select amount_kop, char_length(purpose)::int as length from bank_documents`.execute(db);
  expect(rows).toEqual([{ amount_kop: 2, length: 1000 }]);
  const statements = db.selectFrom('bank_statements').select(['unreadable', 'day_from']);
  expect(await statements.execute()).toEqual([{ unreadable: 3, day_from: null }]);
});
