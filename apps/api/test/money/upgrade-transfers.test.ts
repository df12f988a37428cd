import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { createSchemaBefore } from '../setup/earlier-schema.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

const id = (digit: number) => `00000000-0000-7000-8000-${String(digit).padStart(12, '0')}`;
const [organization, partner, employee] = [id(1), id(2), id(3)];

/** Writes payments as the version before transfers stores them: 1 marked by an employee, 2 by a bank document, 3 failed twice, 4 without a journal. */
async function writePayments(trx: Db) {
  await sql`
    insert into organizations (id, name, created_at, updated_at) values (${organization}, 'Первая', now(), now())`.execute(
    trx,
  );
  await sql`
    insert into partners (organization_id, id, status, kind, last_name, first_name, father_name, company_name,
      name, name_key, phone, email, inn, search_text, created_at, updated_at)
    values (${organization}, ${partner}, 'active', 'individual', '', '', '', '', 'П', 'п', '+79160000001', '', '', 'п', now(), now())`.execute(
    trx,
  );
  await sql`
    insert into payments (organization_id, id, number, partner_id, status, amount_kop, purpose, method, taxes, requested, created_at,
      updated_at, approved_at, paid_at, paid_on, external_ref, failure_reason)
    select ${organization}::uuid, ('00000000-0000-7000-8000-00000000001' || n)::uuid, n, ${partner}::uuid, status, 100000,
      'Выплата В-' || n, '{"payee": "Иванов Иван", "account": "40702810938000000001"}', taxes::jsonb, false, now(), '2026-08-25', now(),
      case status when 'paid' then timestamptz '2026-08-24' end, case status when 'paid' then date '2026-08-21' end,
      case status when 'paid' then 'ПП ' || n else '' end, reason
    from (values (1, 'paid', '{"tax_kop": 13000}', ''), (2, 'paid', null, ''), (3, 'failed', null, 'Снова закрыт'),
      (4, 'failed', null, 'Нет счета'), (5, 'processing', null, '')) as payment (n, status, taxes, reason)`.execute(
    trx,
  );
  await sql`
    insert into accruals (organization_id, id, number, partner_id, kind, amount_kop, explanation, status, payment_id, created_at, updated_at)
    select organization_id, gen_random_uuid(), number, partner_id, 'bonus', amount_kop, 'За встречу',
      case status when 'paid' then 'paid' else 'reserved' end, id, now(), now() from payments`.execute(trx);
  await sql`
    insert into audit_entries (organization_id, id, actor_id, action, object_kind, object_id, diff, at, request_id)
    select ${organization}::uuid, gen_random_uuid(), ${employee}::uuid, action, 'payment', object::uuid, diff::jsonb, at::timestamptz, 'r'
    from (values ('payment.paid', ${id(11)}, '{}', '2026-08-24'),
      ('payment.failed', ${id(13)}, '{"failure_reason": "Счет закрыт"}', '2026-08-22'),
      ('payment.failed', ${id(13)}, '{"failure_reason": "Снова закрыт"}', '2026-08-23')) as entry (action, object, diff, at)`.execute(
    trx,
  );
  await sql`
    insert into bank_statements (organization_id, id, name, accounts, is_own, documents, foreign_documents, repeated, unreadable, created_at)
    values (${organization}, ${id(4)}, 'Выписка', '{40702810938000000002}', true, 1, 0, 0, 0, now())`.execute(
    trx,
  );
  await sql`
    insert into bank_documents (organization_id, id, statement_id, digest, number, day, amount_kop, payee, payee_account, payee_inn,
      purpose, match, reasons, payment_id, state)
    values (${organization}, ${id(5)}, ${id(4)}, encode(sha256('1'), 'hex'), '2', '2026-08-21', 100000, 'ИП Иванов', '40702810938000000001',
      '', 'Выплата В-2', 'exact', '{}', ${id(12)}, 'applied')`.execute(trx);
}

test('payments before the upgrade get the transfers that their rows and the journal show', async () => {
  const { db } = database;
  await createSchemaBefore(db, '0062-transfers');
  await db.transaction().execute(writePayments);
  await migrate(db, migrations);

  const { rows } = await sql`
    select payment.number, transfer.kind, transfer.source, transfer.value_date::text as value_date, transfer.document_number,
      matched.amount_kop, transfer.own_account, transfer.payee, transfer.reason, transfer.unknown, transfer.entered_by
    from transfers transfer
    join transfer_matches matched on matched.transfer_id = transfer.id
    join payments payment on payment.id = matched.payment_id
    order by payment.number, transfer.entered_at`.execute(db);
  const manual = { kind: 'sent', value_date: '2026-08-21', reason: '' };
  const refused = {
    kind: 'refused',
    source: 'manual',
    value_date: null,
    document_number: '',
    amount_kop: 100_000,
  };
  const payee = { payee: 'Иванов Иван', own_account: '' };
  const unknown = ['value_date', 'document_number', 'amount_kop', 'payee', 'payee_account'];
  const author = { entered_by: employee };
  expect(rows).toEqual([
    {
      number: 1,
      ...manual,
      source: 'manual',
      document_number: 'ПП 1',
      amount_kop: 87_000,
      ...payee,
      unknown: [],
      ...author,
    },
    {
      number: 2,
      ...manual,
      source: 'statement',
      document_number: '2',
      amount_kop: 100_000,
      payee: 'ИП Иванов',
      own_account: '40702810938000000002',
      unknown: ['file_sha256', 'entered_by', 'request_id'],
      entered_by: null,
    },
    { number: 3, ...refused, ...payee, reason: 'Счет закрыт', unknown, ...author },
    { number: 3, ...refused, ...payee, reason: 'Снова закрыт', unknown, ...author },
    {
      number: 4,
      ...refused,
      ...payee,
      reason: 'Нет счета',
      unknown: ['value_date', 'document_number', 'entered_by', 'request_id'],
      entered_by: null,
    },
  ]);
  // The checks of the new version accept the payments.
  await sql`insert into payment_checks (organization_id, payment_id) select organization_id, id from payments`.execute(
    db,
  );
});
