import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { testDatabase } from '../../src/testing/databases.ts';
import { createSchemaBefore } from '../setup/earlier-schema.ts';

test('an upgrade moves returns that were recorded after their month was closed to the first open day', async () => {
  const database = await testDatabase();
  const { db } = database;
  await createSchemaBefore(db, '0070-payment-movements');
  const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  await db.transaction().execute(async (trx) => {
    await sql`insert into organizations (id, name, created_at, updated_at) values (${id(1)}, 'Окна', now(), now())`.execute(
      trx,
    );
    await sql`
      insert into partners (organization_id, id, status, kind, last_name, first_name, father_name, company_name,
        name, name_key, phone, email, inn, search_text, created_at, updated_at)
      values (${id(1)}, ${id(2)}, 'active', 'ip', '', '', '', '', 'П', 'п', '+79160000001', '', '', 'п', now(), now())`.execute(
      trx,
    );
    await sql`
      insert into month_closings (organization_id, sequence, closed_through, at, request_id)
      values (${id(1)}, 1, '2026-05-31', '2026-06-10', 'r')`.execute(trx);
    await sql`
      insert into payments (organization_id, id, number, partner_id, status, amount_kop, purpose, method, requested, created_at,
        updated_at, approved_at, paid_at, paid_on, external_ref, returned_at, returned_on, return_reason)
      select ${id(1)}::uuid, ('00000000-0000-7000-8000-00000000001' || n)::uuid, n, ${id(2)}::uuid, 'returned', 100, 'Выплата', '{}',
        false, paid_on, paid_on, paid_on, paid_on, paid_on, '1', returned_at, returned_on, ''
      from (values
        (1, '2026-05-02'::date, '2026-06-05'::timestamptz, '2026-05-30'::date),
        (2, '2026-05-02', '2026-06-12', '2026-05-30'),
        (3, '2026-05-02', '2026-06-12', '2026-06-11')) given (n, paid_on, returned_at, returned_on)`.execute(
      trx,
    );
  });
  await migrate(db, migrations);
  const { rows } = await sql<{
    day: string;
  }>`select day::text as day from payment_movements where sign = -1 order by payment_id`.execute(db);
  await database.drop();
  expect(rows.map(({ day }) => day)).toEqual(['2026-05-30', '2026-06-01', '2026-06-11']);
});
