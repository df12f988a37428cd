import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserveRepo } from '../../src/money/payments/reserve.repo.ts';
import { releaseHolds } from '../../src/money/rewards/partner-money.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { newPartners } from '../setup/ledger.ts';
import { type MoneyFixture, ON_WON } from '../setup/money-fixture.ts';
import { createTwoLedgers } from '../setup/two-ledgers.ts';

let world: Awaited<ReturnType<typeof createTwoLedgers>>;
let fixture: MoneyFixture;
beforeAll(async () => {
  world = await createTwoLedgers();
  ({ stage: fixture } = world);
});
afterAll(() => world.stop());

test('a payment of another partner is formed while the first one waits for its accruals', async () => {
  const { db, ledgers } = world;
  const { program } = await fixture.createTerms(ON_WON);
  const [first, second] = await newPartners(fixture.ledger, fixture.staff, [program]);
  if (first === undefined || second === undefined) throw new Error('no partner was made');
  for (const partner of [first, second]) await fixture.bonus(partner, 500);
  const waitingCount = () =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
  const blocked = await db.transaction().execute(async (trx) => {
    await sql`select from accruals where partner_id = ${first.id} for update`.execute(trx);
    // The creation waits for the locked row, as it would work on many accruals.
    const forming = ledgers[1].payments.create(fixture.staff, { partner: first.id }, undefined);
    await expect.poll(async () => (await waitingCount()).rows.length).toBe(1);
    expect(
      await fixture.ledger.payments.create(fixture.staff, { partner: second.id }, undefined),
    ).toMatchObject({
      number: 'В-1',
    });
    return { forming };
  });
  expect(await blocked.forming).toMatchObject({ number: 'В-2', version: 1 });
  await fixture.expectConsistentMoney(first, second);
});

test('statements that write all accruals of a partner get a minute, and the next transaction the usual timeout', async () => {
  const { organizationId } = fixture;
  const [partnerId, paymentId, at] = [randomUUID(), randomUUID(), fixture.ledger.clock()];
  const payments = [{ id: paymentId, partnerId }];
  const concurrent: ((trx: Db) => Promise<unknown>)[] = [
    (trx) => releaseHolds(trx, organizationId, [partnerId], at),
    (trx) => reserveRepo(trx).reserve({ organizationId, accrualIds: undefined, at, payments }),
    (trx) => reserveRepo(trx).settle(organizationId, [paymentId], at),
    (trx) => reserveRepo(trx).release(organizationId, [paymentId], at),
  ];
  const timeOf = async (trx: Db) =>
    (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(trx)).rows[0]
      ?.statement_timeout;
  for (const job of concurrent)
    await world.db.connection().execute(async (connection) => {
      const within = connection.transaction().execute(async (trx) => {
        await job(trx);
        return timeOf(trx);
      });
      expect([await within, await timeOf(connection)]).toEqual(['1min', '15s']);
    });
});
