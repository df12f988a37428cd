import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { createLockOrderCheck } from '../setup/lock-order.ts';
import { createMoneyFixture, type MoneyFixture, ON_WON } from '../setup/money-fixture.ts';

let database: TestDatabase;
let fixture: MoneyFixture;
beforeAll(async () => {
  database = await reusedDatabase();
  await createLockOrderCheck(database.db);
  fixture = await createMoneyFixture(database.db);
});
afterAll(async () => {
  await sql`drop trigger lock_order on program_spending`.execute(database.db);
  await database.drop();
});

test('a lost lead whose draft payment the bank has transferred locks the spending before the number of the debt', async () => {
  const { partner, id } = await fixture.createReward(ON_WON, 'won');
  await fixture.advanceRewards(partner, 'draft');
  const [draft] = await fixture.paymentsOf(partner);
  if (draft === undefined) throw new Error('there is no payment');
  await fixture.transfer(draft, 10_000);
  await fixture.move(id, 'lost');
  expect(await fixture.entriesOf(partner)).toEqual([
    ['reward', 75_000, 'canceled'],
    ['correction', -10_000, 'available'],
  ]);
  await fixture.expectConsistentMoney(partner);
});
