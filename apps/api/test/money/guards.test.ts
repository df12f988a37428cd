import { type StateMachine, stateMachines, statesOf } from '@referral-dashboard/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { createStage, ON_WON, REWARD_STATES, type Stage, WHY } from '../setup/money-stage.ts';

let database: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  database = await reusedDatabase();
  stage = await createStage(database.db);
});
afterAll(() => database.drop());

const RESTRICTED = { code: '23001' };
const run = (statement: RawBuilder<unknown>) => statement.execute(database.db);

/** A reward and its payment, brought to a state. */
async function reach(state: (typeof REWARD_STATES)[number] | 'canceled') {
  const { partner, program } = await stage.rewarded(ON_WON, 'won');
  await stage.bringRewards(partner, state === 'canceled' ? 'draft' : state);
  await stage.ledger.mature();
  const [payment] = await stage.paymentsOf(partner);
  if (state === 'canceled')
    await stage.ledger.transitions.cancel(stage.staff, payment?.id ?? '', { reason: WHY });
  const [accrual] = await stage.accrualsOf(partner);
  return { partner, program, payment: payment?.id ?? '', accrual: accrual?.id ?? '' };
}

const wrongMoves = <State extends string>(machine: StateMachine<State>) =>
  statesOf(machine).flatMap((from) =>
    statesOf(machine)
      .filter((to) => to !== from && !machine.transitions[from].includes(to))
      .map((to) => ({ from, to })),
  );

describe('the tables know the life cycles: ', () => {
  test.each([
    ['accruals', stateMachines.accrual],
    ['payments', stateMachines.payment],
  ] as const)('%s', async (table, machine: StateMachine) => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = ${`${table}_transition`}`.execute(
      database.db,
    );
    const known = [...(rows[0]?.definition.matchAll(/'(\w+)>(\w+)'/g) ?? [])].map(
      ([, from, to]) => `${from} → ${to}`,
    );
    const due = statesOf(machine).flatMap(
      (from) => machine.transitions[from]?.map((to) => `${from} → ${to}`) ?? [],
    );
    expect(new Set(known)).toEqual(new Set(due));
  });

  test.each(wrongMoves(stateMachines.payment))(
    'a payment is not written from $from to $to',
    async ({ from, to }) => {
      const { payment } = await reach(from);
      await expect(run(sql`update payments set status = ${to} where id = ${payment}`)).rejects.toMatchObject(
        RESTRICTED,
      );
    },
  );

  const whereAccrualIs = {
    hold: 'hold',
    review: 'review',
    available: 'available',
    reserved: 'draft',
    paid: 'paid',
  } as const;
  const wrong = wrongMoves(stateMachines.accrual).filter(({ from }) => from !== 'canceled');
  test.each(wrong)('an accrual is not written from $from to $to', async ({ from, to }) => {
    const { accrual } = await reach(whereAccrualIs[from as keyof typeof whereAccrualIs]);
    await expect(run(sql`update accruals set status = ${to} where id = ${accrual}`)).rejects.toMatchObject(
      RESTRICTED,
    );
  });
});

describe('what is paid', () => {
  let paid: Awaited<ReturnType<typeof reach>>;
  beforeAll(async () => {
    paid = await reach('paid');
  });

  test.each([
    "external_ref = 'ПП 13'",
    "paid_on = '2026-01-01'",
    'amount_kop = amount_kop + 1',
    "purpose = 'Другое'",
    'method = null',
    "status = 'approved'",
    'version = version + 1',
  ])('is a payment that keeps its %s', async (change) => {
    const update = sql`update payments set ${sql.raw(change)} where id = ${paid.payment}`;
    await expect(run(update)).rejects.toMatchObject(RESTRICTED);
  });

  test.each([
    'amount_kop = 1',
    'payment_id = null',
    "comment = 'x'",
    "status = 'canceled'",
    'lead_id = null',
  ])('is an accrual that keeps its %s', async (change) => {
    const update = sql`update accruals set ${sql.raw(change)} where id = ${paid.accrual}`;
    await expect(run(update)).rejects.toMatchObject(RESTRICTED);
  });

  test('takes no accrual more', async () => {
    await stage.bonus(paid.partner, 500);
    const [, bonus] = await stage.accrualsOf(paid.partner);
    const join = sql`update accruals set status = 'reserved', payment_id = ${paid.payment} where id = ${bonus?.id}`;
    await expect(run(join)).rejects.toMatchObject(RESTRICTED);
  });
});

test.each(REWARD_STATES)('no accrual and no payment is deleted: %s', async (state) => {
  const { accrual, payment } = await reach(state);
  await run(sql`update leads set reward_id = null where reward_id = ${accrual}`);
  await expect(run(sql`delete from accruals where id = ${accrual}`)).rejects.toMatchObject(RESTRICTED);
  if (payment !== '')
    await expect(run(sql`delete from payments where id = ${payment}`)).rejects.toMatchObject(RESTRICTED);
});

describe('a payment that does not add up is not written:', () => {
  test('its sum, while it may change', async () => {
    const { payment } = await reach('draft');
    const update = sql`update payments set amount_kop = amount_kop + 1 where id = ${payment}`;
    await expect(run(update)).rejects.toMatchObject(RESTRICTED);
  });

  test.each(['draft', 'approved', 'processing', 'failed'] as const)(
    'one that loses an accrual in %s',
    async (state) => {
      const { accrual } = await reach(state);
      const leave = sql`update accruals set status = 'available', payment_id = null where id = ${accrual}`;
      await expect(run(leave)).rejects.toMatchObject(RESTRICTED);
    },
  );

  test.each(['draft', 'approved', 'processing', 'failed'] as const)(
    'one that gets another accrual in %s',
    async (state) => {
      const { partner, payment } = await reach(state);
      await stage.bonus(partner, 500);
      const [, bonus] = await stage.accrualsOf(partner);
      const join = sql`update accruals set status = 'reserved', payment_id = ${payment} where id = ${bonus?.id}`;
      await expect(run(join)).rejects.toMatchObject(RESTRICTED);
    },
  );

  test('one that is cancelled and holds its accruals', async () => {
    const { payment } = await reach('draft');
    const cancel = sql`update payments set status = 'canceled' where id = ${payment}`;
    await expect(run(cancel)).rejects.toMatchObject(RESTRICTED);
  });

  test('one that is paid and whose accruals are not', async () => {
    const { payment } = await reach('approved');
    const pay = sql`
      update payments set status = 'paid', paid_at = now(), paid_on = now(), external_ref = 'ПП' where id = ${payment}`;
    await expect(run(pay)).rejects.toMatchObject(RESTRICTED);
  });

  test('one whose accruals are paid and that is not', async () => {
    const { accrual } = await reach('approved');
    const pay = sql`update accruals set status = 'paid' where id = ${accrual}`;
    await expect(run(pay)).rejects.toMatchObject(RESTRICTED);
  });
});

test('a hold is not written into a payment before it is over', async () => {
  const { accrual } = await reach('hold');
  const put = (moment: RawBuilder<unknown>) =>
    run(sql`update accruals set status = 'reserved', updated_at = ${moment} where id = ${accrual}`);
  await expect(put(sql`hold_until - interval '1 millisecond'`)).rejects.toMatchObject(RESTRICTED);
  // Over, it only wants a payment.
  await expect(put(sql`hold_until`)).rejects.toMatchObject({ code: '23514' });
});

test("one partner's accrual is not in another's payment", async () => {
  const [mine, other] = [await reach('available'), await reach('draft')];
  const join = sql`update accruals set status = 'reserved', payment_id = ${other.payment} where id = ${mine.accrual}`;
  await expect(run(join)).rejects.toMatchObject({ code: '23503' });
});

test("a lead's reward is its own and is one", async () => {
  const [mine, other] = [await reach('hold'), await reach('hold')];
  const swap = sql`update leads set reward_id = ${other.accrual} where reward_id = ${mine.accrual}`;
  await expect(run(swap)).rejects.toMatchObject({ code: '23503' });
});
