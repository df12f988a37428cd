import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { createLedger, type Person } from '../setup/ledger.ts';
import { createMoneyFixture, type MoneyFixture, ON_WON, WHY } from '../setup/money-fixture.ts';

let database: TestDatabase;
let fixture: MoneyFixture;
beforeAll(async () => {
  database = await reusedDatabase();
  fixture = await createMoneyFixture(database.db);
  await countChecks();
});
afterAll(() => database.drop());

/** Makes the database count how often it sums up a payment. */
async function countChecks() {
  const { db } = database;
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('check_payment_sum'::regproc) as definition`.execute(db);
  await sql`create sequence checks`.execute(db);
  await sql.raw(rows[0]?.definition.replace('begin', "begin perform nextval('checks');") ?? '').execute(db);
}
async function checksDuring(work: () => Promise<unknown>): Promise<number> {
  await sql`select setval('checks', 1)`.execute(database.db);
  await work();
  const { rows } = await sql<{ value: number }>`select last_value::int as value from checks`.execute(
    database.db,
  );
  return (rows[0]?.value ?? 0) - 1;
}

/** Creates a partner with the given number of available accruals in one statement. */
async function partnerWith(accruals: number): Promise<Person> {
  const { partner, program } = await fixture.createTerms(ON_WON);
  const now = fixture.ledger.clock();
  await sql`
    insert into accruals (organization_id, id, number, partner_id, program_id, kind, amount_kop, explanation,
      status, created_at, updated_at)
    select ${fixture.organizationId}, gen_random_uuid(), n + (select coalesce(max(number), 0) from accruals),
      ${partner.id}, ${program}, 'bonus', 100, 'За старание', 'available', ${now}, ${now}
    from generate_series(1, ${accruals}::int) n`.execute(database.db);
  return partner;
}

/** Creates and cancels a payment, then creates and pays one. */
async function wholeWay(ledger: MoneyFixture['ledger'], { id: partner }: Person) {
  const first = await ledger.payments.create(fixture.staff, { partner }, randomUUID());
  await ledger.transitions.cancel(fixture.staff, first.id, { reason: WHY });
  const { id, accruals } = await ledger.payments.create(fixture.staff, { partner }, randomUUID());
  await ledger.transitions.approve(fixture.staff, id, {});
  await ledger.transitions.process(fixture.staff, id, {});
  await ledger.transitions.pay(
    fixture.staff,
    id,
    { paid_on: fixture.today(), external_ref: randomUUID() },
    randomUUID(),
  );
  return accruals;
}

test('a payment is summed up once per transaction, regardless of the number of statements', async () => {
  const partner = await partnerWith(5);
  const payment = await fixture.ledger.payments.create(fixture.staff, { partner: partner.id }, undefined);
  const accruals = await fixture.accrualsOf(partner);
  const oneByOne = () =>
    database.db.transaction().execute(async (trx) => {
      for (const { id } of accruals) {
        await sql`update accruals set comment = ${WHY} where id = ${id}`.execute(trx);
        await sql`update payments set failure_reason = ${id} where id = ${payment.id}`.execute(trx);
      }
    });
  expect(await checksDuring(oneByOne)).toBe(1);
});

/** Size of a statement in bytes, with its values, and the number of rows it returned. */
type Statement = { size: number; rows: number };

/** Returns a plugin that adds each statement to the list. */
function recordStatements(statements: Statement[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      statements.push({ size: JSON.stringify(node).length, rows: 0 });
      return node;
    },
    transformResult: async ({ result }) => {
      const last = statements.at(-1);
      if (last) last.rows = result.rows.length;
      return result;
    },
  };
}

/** Numbers and dates of the two payments differ in length by some characters; three thousand ids would add 100 kB. */
const SIZE_TOLERANCE = 200;

test('a payment of three thousand accruals needs the same number of statements and sums as one of three', async () => {
  const recorded: Statement[] = [];
  const ledger = createLedger(database.db.withPlugin(recordStatements(recorded)));
  ledger.setClock(fixture.ledger.clock());
  const runs: Statement[][] = [];
  for (const count of [3, 3000]) {
    const partner = await partnerWith(count);
    const transactions = 6;
    expect(
      await checksDuring(async () => expect(await wholeWay(ledger, partner)).toBe(count)),
      `${count} accruals`,
    ).toBe(transactions);
    runs.push(recorded.splice(0));
    await fixture.expectConsistentMoney(partner);
  }
  const [few = [], many = []] = runs;
  expect(many.map(({ rows }) => rows)).toEqual(few.map(({ rows }) => rows));
  for (const [index, { size }] of many.entries())
    expect(Math.abs(size - (few[index]?.size ?? 0))).toBeLessThan(SIZE_TOLERANCE);
});

describe('a payment', () => {
  const RESTRICTED = { code: '23001' };
  async function draft() {
    const partner = await partnerWith(3);
    const { id } = await fixture.ledger.payments.create(fixture.staff, { partner: partner.id }, undefined);
    return { partner, id };
  }
  const leave = (id: string) => sql`
    update accruals set status = 'available', payment_id = null
    where id = (select id from accruals where payment_id = ${id} limit 1)`;

  test('is summed up at the end of a transaction for any order of the written rows', async () => {
    const { partner, id } = await draft();
    await database.db.transaction().execute(async (trx) => {
      await sql`update payments set amount_kop = 200 where id = ${id}`.execute(trx);
      await leave(id).execute(trx);
    });
    await database.db.transaction().execute(async (trx) => {
      await leave(id).execute(trx);
      await sql`update payments set amount_kop = 100 where id = ${id}`.execute(trx);
    });
    await fixture.expectConsistentMoney(partner);
  });

  test('is summed up at the end of a transaction after an earlier sum within it', async () => {
    const { id } = await draft();
    const doublePayment = database.db.transaction().execute(async (trx) => {
      await sql`update payments set amount_kop = 200 where id = ${id}`.execute(trx);
      await leave(id).execute(trx);
      await sql`set constraints all immediate`.execute(trx);
      await sql`set constraints all deferred`.execute(trx);
      await leave(id).execute(trx);
    });
    await expect(doublePayment).rejects.toMatchObject(RESTRICTED);
  });

  test('is summed up at the end of a transaction when a savepoint that changed it first is rolled back', async () => {
    const { id } = await draft();
    const rollback = database.db.transaction().execute(async (trx) => {
      await sql`savepoint part`.execute(trx);
      await leave(id).execute(trx);
      await sql`rollback to savepoint part`.execute(trx);
      await leave(id).execute(trx);
    });
    await expect(rollback).rejects.toMatchObject(RESTRICTED);
  });

  test('is summed up at the end of a transaction with a leftover note of another transaction', async () => {
    const { id } = await draft();
    await database.db.transaction().execute(async (trx) => {
      await sql`alter table payment_checks disable trigger user`.execute(trx);
      await sql`insert into payment_checks (organization_id, payment_id) values (${fixture.organizationId}, ${id})`.execute(
        trx,
      );
      await sql`alter table payment_checks enable trigger user`.execute(trx);
    });
    await expect(leave(id).execute(database.db)).rejects.toMatchObject(RESTRICTED);
    await sql`delete from payment_checks`.execute(database.db);
  });

  test('gets its number and purpose by the end of its transaction', async () => {
    const { id } = await draft();
    for (const column of ['number', 'purpose']) {
      const forget = sql`update payments set ${sql.id(column)} = null where id = ${id}`;
      await expect(forget.execute(database.db), column).rejects.toMatchObject(RESTRICTED);
    }
  });

  test('leaves no temporary rows', async () => {
    const { rows } = await sql`select from payment_checks`.execute(database.db);
    expect(rows).toEqual([]);
  });
});
