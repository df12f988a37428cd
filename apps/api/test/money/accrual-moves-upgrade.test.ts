import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyFunctions, NEWEST } from '../../src/database/functions/index.ts';
import { accrualMoves } from '../../src/database/migrations/0060-accrual-moves.ts';
import { partialConfirmations } from '../../src/database/migrations/0064-partial-confirmations.ts';
import { createPaymentContent } from '../../src/money/payments/payment-content.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { moneyAt } from '../setup/balances-at.ts';
import { createLedger, newPartners, newProgram } from '../setup/ledger.ts';
import { createMoneyFixture, ON_WON } from '../setup/money-fixture.ts';
import { createMoneyProblems, findMoneyProblems, type Scope } from '../setup/money-problems.ts';
import { playOldHistories } from '../setup/old-histories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Balances at a moment, with one sum for available and reserved: earlier payments of an accrual are not known. */
async function knownAt(scope: Scope, moment: Date) {
  const { balances } = await moneyAt(database.db, scope, moment);
  const known: Record<string, number> = {};
  for (const [key, kop] of Object.entries(balances)) {
    const account = key.replace(/available|reserved/, 'unpaid');
    known[account] = (known[account] ?? 0) + kop;
  }
  return Object.fromEntries(Object.entries(known).filter(([, kop]) => kop !== 0));
}

test('the upgrade rebuilds the moves from rows and journal: last states, and past balances up to the payments', async () => {
  const { db } = database;
  await createMoneyProblems(db);
  const ledger = createLedger(db);
  const scopes = await playOldHistories(ledger, { numRuns: 25, pause: 3600, finish: () => ledger.mature() });
  const { rows: moments } = await sql<{ at: Date }>`
    select distinct effective_at as at from accrual_moves order by 1`.execute(db);
  expect(moments.length).toBeGreaterThan(10);
  const balances = async () => {
    const found = [];
    for (const scope of scopes) for (const { at } of moments) found.push(await knownAt(scope, at));
    return found;
  };
  const before = await balances();
  await sql`drop table accrual_moves cascade`.execute(db);
  await db.transaction().execute((trx) => accrualMoves.up(trx));
  for (const scope of scopes) expect(await findMoneyProblems(db, scope)).toEqual([]);
  expect(await balances()).toEqual(before);
  const { rows } = await sql`select distinct cause from accrual_moves`.execute(db);
  expect(rows).toEqual([{ cause: 'migrated' }]);
});

/** Replaces the moves by those that the upgrade to moves builds. */
async function upgradeToMoves() {
  const { db } = database;
  await sql`drop table accrual_moves cascade`.execute(db);
  await db.transaction().execute(async (trx) => {
    await accrualMoves.up(trx);
    await applyFunctions(trx, NEWEST);
  });
}

const correct = () => database.db.transaction().execute((trx) => partialConfirmations.up(trx));

/** Creates a partner and the values of a bonus for it. */
async function createBonus() {
  const { db } = database;
  const fixture = await createMoneyFixture(db);
  const { ledger, staff } = fixture;
  const program = await newProgram(ledger, staff, ON_WON);
  const [partner] = await newPartners(ledger, staff, [program], 1);
  if (partner === undefined) throw new Error('no partner was created');
  const bonus = {
    kind: 'bonus' as const,
    amount_kop: 50_000,
    explanation: 'За встречу',
    partner: partner.id,
  };
  return { db, fixture, ledger, staff, partner, bonus };
}

test('an accrual whose review ended after the creation of its payment enters the payment after the review', async () => {
  const { db, fixture, ledger, staff, partner, bonus } = await createBonus();
  const inPayment = await ledger.accruals.create(staff, bonus);
  const reviewed = [await ledger.accruals.create(staff, bonus), await ledger.accruals.create(staff, bonus)];
  for (const { id } of reviewed) await ledger.accruals.review(staff, id, 'Проверим');
  ledger.advance(3600);
  const created = ledger.clock();
  const { id: payment } = await ledger.payments.create(
    staff,
    { partner: partner.id, accruals: [inPayment.id] },
    undefined,
  );
  ledger.advance(3600);
  const released = ledger.clock();
  for (const { id } of reviewed) await ledger.accruals.release(staff, id, 'Проверили');
  ledger.advance(3600);
  await createPaymentContent(db, ledger.clock).change(staff, payment, {
    add: reviewed.map(({ id }) => id),
    version: 1,
  });
  ledger.advance(3600);
  await fixture.advancePayment({ id: payment }, 'paid');
  const paid = ledger.clock();

  const movesOf = async (accrual: string) => {
    const moves = await db
      .selectFrom('accrual_moves')
      .select(['sequence', 'from_status', 'to_status', 'payment_id', 'effective_at'])
      .where('accrual_id', '=', accrual)
      .orderBy('sequence')
      .execute();
    return moves.map(({ sequence, from_status, to_status, payment_id, effective_at }) => [
      `${sequence} ${from_status} ${to_status}`,
      payment_id,
      effective_at.getTime(),
    ]);
  };
  const [first] = reviewed;
  await upgradeToMoves();
  const early = await movesOf(first?.id ?? '');
  expect(early).toContainEqual(['3 review reserved', payment, created.getTime()]);
  await correct();
  for (const { id } of reviewed)
    expect((await movesOf(id)).slice(2)).toEqual([
      ['3 review available', null, released.getTime()],
      ['4 available reserved', payment, released.getTime()],
      ['5 reserved paid', payment, paid.getTime()],
    ]);
  expect(
    await findMoneyProblems(db, { organizationId: staff.organizationId, partners: [partner.id] }),
  ).toEqual([]);
});

test('moves that follow the upgrade keep their order after the correction', async () => {
  const { db, ledger, staff, partner, bonus } = await createBonus();
  const [inPayment, reviewed] = [
    await ledger.accruals.create(staff, bonus),
    await ledger.accruals.create(staff, bonus),
  ];
  await ledger.accruals.review(staff, reviewed.id, 'Проверим');
  const { id: payment } = await ledger.payments.create(
    staff,
    { partner: partner.id, accruals: [inPayment.id] },
    undefined,
  );
  ledger.advance(3600);
  await ledger.accruals.release(staff, reviewed.id, 'Проверили');
  await createPaymentContent(db, ledger.clock).change(staff, payment, { add: [reviewed.id], version: 1 });
  await upgradeToMoves();
  ledger.advance(3600);
  await ledger.transitions.cancel(staff, payment, { reason: 'Отменили' });
  await ledger.payments.create(staff, { partner: partner.id }, undefined);
  await correct();
  const moves = await db
    .selectFrom('accrual_moves')
    .select(['from_status', 'to_status', 'cause'])
    .where('accrual_id', '=', reviewed.id)
    .orderBy('sequence')
    .execute();
  expect(moves.map(({ from_status, to_status, cause }) => `${from_status} ${to_status} ${cause}`)).toEqual([
    'null available migrated',
    'available review migrated',
    'review available migrated',
    'available reserved migrated',
    'reserved available changed',
    'available reserved changed',
  ]);
  expect(
    await findMoneyProblems(db, { organizationId: staff.organizationId, partners: [partner.id] }),
  ).toEqual([]);
});
