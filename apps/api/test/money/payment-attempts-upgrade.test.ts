import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { paymentAttempts } from '../../src/database/migrations/0067-payment-attempts.ts';
import { testDatabase } from '../../src/testing/databases.ts';
import { createLedger } from '../setup/ledger.ts';
import { createMoneyProblems, findMoneyProblems } from '../setup/money-problems.ts';
import { playOldHistories } from '../setup/old-histories.ts';

test('the upgrade rebuilds attempts and events from rows and journal', async () => {
  const { db, drop } = await testDatabase();
  await createMoneyProblems(db);
  const ledger = createLedger(db);
  const scopes = await playOldHistories(ledger, { numRuns: 40, pause: 60 });
  const read = async () => {
    const attempts = await sql<{ known: object }>`
      select jsonb_build_array(payment_id, attempt, amount_kop, tax_kop, accrual_ids, purpose, payee_kind, payee_inn,
        approved_at, approved_by, request_id) as known
      from payment_attempts order by payment_id, attempt`.execute(db);
    const events = await sql`
      select payment_id, sequence, attempt, event, reason, paid_on::text, external_ref, at, actor_id, request_id
      from payment_attempt_events order by payment_id, sequence`.execute(db);
    return { attempts: attempts.rows.map(({ known }) => known), events: events.rows };
  };
  const before = await read();
  expect(before.events.length).toBeGreaterThan(5);
  await sql`drop table payment_attempt_events, payment_attempts`.execute(db);
  await db.transaction().execute((trx) => paymentAttempts.up(trx));
  expect(await read()).toEqual(before);
  for (const scope of scopes) expect(await findMoneyProblems(db, scope)).toEqual([]);
  await drop();
});
