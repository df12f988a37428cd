import { getStates, type StateMachine, stateMachines } from '@referral-dashboard/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type MoneyFixture, ON_WON, REWARD_STATES, useMoneyFixture, WHY } from '../setup/money-fixture.ts';

let fixture: MoneyFixture;
useMoneyFixture((created) => {
  fixture = created;
});

const RESTRICTED = { code: '23001' };
const run = (statement: RawBuilder<unknown>) => statement.execute(fixture.db);

/** Creates a reward and its payment in the given state. */
async function createInState(state: (typeof REWARD_STATES)[number] | 'canceled' | 'returned') {
  const { partner, program } = await fixture.createReward(ON_WON, 'won');
  const before = { canceled: 'draft', returned: 'paid' } as const;
  await fixture.advanceRewards(partner, state === 'canceled' || state === 'returned' ? before[state] : state);
  await fixture.ledger.mature();
  const [payment] = await fixture.paymentsOf(partner);
  if (state === 'canceled')
    await fixture.ledger.transitions.cancel(fixture.staff, payment?.id ?? '', { reason: WHY });
  if (state === 'returned') await fixture.returnPayment(payment?.id ?? '');
  const [accrual] = await fixture.accrualsOf(partner);
  return { partner, program, payment: payment?.id ?? '', accrual: accrual?.id ?? '' };
}

const wrongMoves = <State extends string>(machine: StateMachine<State>) =>
  getStates(machine).flatMap((from) =>
    getStates(machine)
      .filter((to) => to !== from && !machine.transitions[from].includes(to))
      .map((to) => ({ from, to })),
  );

describe('the transitions allowed by the database', () => {
  test.each([
    ['accruals', stateMachines.accrual],
    ['payments', stateMachines.payment],
  ] as const)('match the state machine of %s', async (table, machine: StateMachine) => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = ${`${table}_transition`}`.execute(
      fixture.db,
    );
    const known = [...(rows[0]?.definition.matchAll(/'(\w+)>(\w+)'/g) ?? [])].map(
      ([, from, to]) => `${from} → ${to}`,
    );
    const due = getStates(machine).flatMap(
      (from) => machine.transitions[from]?.map((to) => `${from} → ${to}`) ?? [],
    );
    expect(new Set(known)).toEqual(new Set(due));
  });

  test.each(wrongMoves(stateMachines.payment))(
    'exclude a change of a payment from $from to $to',
    async ({ from, to }) => {
      const { payment } = await createInState(from);
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
  test.each(wrong)('exclude a change of an accrual from $from to $to', async ({ from, to }) => {
    const { accrual } = await createInState(whereAccrualIs[from as keyof typeof whereAccrualIs]);
    await expect(run(sql`update accruals set status = ${to} where id = ${accrual}`)).rejects.toMatchObject(
      RESTRICTED,
    );
  });
});

describe('a paid payment in the database', () => {
  let paid: Awaited<ReturnType<typeof createInState>>;
  beforeAll(async () => {
    paid = await createInState('paid');
  });

  test.each([
    "external_ref = 'ПП 13'",
    "paid_on = '2026-01-01'",
    'amount_kop = amount_kop + 1',
    "purpose = 'Другое'",
    'method = null',
    "status = 'approved'",
    'version = version + 1',
    "status = 'returned', returned_at = now(), returned_on = '2027-01-01'",
    "status = 'returned', returned_at = now(), returned_on = '2027-01-01', external_ref = 'ПП 13'",
  ])('rejects the update %s', async (change) => {
    const update = sql`update payments set ${sql.raw(change)} where id = ${paid.payment}`;
    await expect(run(update)).rejects.toMatchObject(RESTRICTED);
  });

  test.each([
    'amount_kop = 1',
    'payment_id = null',
    "comment = 'x'",
    "status = 'canceled'",
    "status = 'available', payment_id = null",
    "status = 'available', payment_id = null, explanation = 'x'",
    'lead_id = null',
  ])('rejects the update of its accrual %s', async (change) => {
    const update = sql`update accruals set ${sql.raw(change)} where id = ${paid.accrual}`;
    await expect(run(update)).rejects.toMatchObject(RESTRICTED);
  });

  test('rejects another accrual', async () => {
    await fixture.bonus(paid.partner, 500);
    const [, bonus] = await fixture.accrualsOf(paid.partner);
    const join = sql`update accruals set status = 'reserved', payment_id = ${paid.payment} where id = ${bonus?.id}`;
    await expect(run(join)).rejects.toMatchObject(RESTRICTED);
  });
});

test.each(REWARD_STATES)('accruals and payments in the state %s cannot be deleted', async (state) => {
  const { accrual, payment } = await createInState(state);
  await run(sql`update leads set reward_id = null where reward_id = ${accrual}`);
  await expect(run(sql`delete from accruals where id = ${accrual}`)).rejects.toMatchObject(RESTRICTED);
  if (payment !== '')
    await expect(run(sql`delete from payments where id = ${payment}`)).rejects.toMatchObject(RESTRICTED);
});

describe('the database rejects', () => {
  test('an amount of a draft that differs from its accruals', async () => {
    const { payment } = await createInState('draft');
    const update = sql`update payments set amount_kop = amount_kop + 1 where id = ${payment}`;
    await expect(run(update)).rejects.toMatchObject(RESTRICTED);
  });

  test.each(['draft', 'approved', 'processing', 'failed'] as const)(
    'the removal of an accrual from a payment in the status %s',
    async (state) => {
      const { accrual } = await createInState(state);
      const leave = sql`update accruals set status = 'available', payment_id = null where id = ${accrual}`;
      await expect(run(leave)).rejects.toMatchObject(RESTRICTED);
    },
  );

  test.each(['draft', 'approved', 'processing', 'failed'] as const)(
    'the addition of an accrual to a payment in the status %s',
    async (state) => {
      const { partner, payment } = await createInState(state);
      await fixture.bonus(partner, 500);
      const [, bonus] = await fixture.accrualsOf(partner);
      const join = sql`update accruals set status = 'reserved', payment_id = ${payment} where id = ${bonus?.id}`;
      await expect(run(join)).rejects.toMatchObject(RESTRICTED);
    },
  );

  test('a canceled payment with accruals', async () => {
    const { payment } = await createInState('draft');
    const cancel = sql`update payments set status = 'canceled' where id = ${payment}`;
    await expect(run(cancel)).rejects.toMatchObject(RESTRICTED);
  });

  test('a paid payment with unpaid accruals', async () => {
    const { payment } = await createInState('approved');
    const pay = sql`
      update payments set status = 'paid', paid_at = now(), paid_on = now(), external_ref = 'ПП' where id = ${payment}`;
    await expect(run(pay)).rejects.toMatchObject(RESTRICTED);
  });

  test('paid accruals of an unpaid payment', async () => {
    const { accrual } = await createInState('approved');
    const pay = sql`update accruals set status = 'paid' where id = ${accrual}`;
    await expect(run(pay)).rejects.toMatchObject(RESTRICTED);
  });
});

test('the database rejects an accrual on hold in a payment before the hold ends', async () => {
  const { accrual } = await createInState('hold');
  const put = (moment: RawBuilder<unknown>) =>
    run(sql`update accruals set status = 'reserved', updated_at = ${moment} where id = ${accrual}`);
  await expect(put(sql`hold_until - interval '1 millisecond'`)).rejects.toMatchObject(RESTRICTED);
  // After the end of the hold, only the payment is missing.
  await expect(put(sql`hold_until`)).rejects.toMatchObject({ code: '23514' });
});

test('the database rejects an accrual in the payment of another partner', async () => {
  const [own, other] = [await createInState('available'), await createInState('draft')];
  const join = sql`update accruals set status = 'reserved', payment_id = ${other.payment} where id = ${own.accrual}`;
  await expect(run(join)).rejects.toMatchObject({ code: '23503' });
});

test('the database rejects the reward of another lead as the reward of a lead', async () => {
  const [own, other] = [await createInState('hold'), await createInState('hold')];
  const swap = sql`update leads set reward_id = ${other.accrual} where reward_id = ${own.accrual}`;
  await expect(run(swap)).rejects.toMatchObject({ code: '23503' });
});
