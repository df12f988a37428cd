import type { Accrual, Payment } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payouts } from '../setup/payouts.ts';
import { api, approve, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let boss: Caller;
let money: ReturnType<typeof payouts>;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  await world.server.resetLimits();
  boss = await world.organization();
  money = payouts(world, boss);
});
afterAll(() => world.stop());

const accruals = async (payment: string) =>
  ok<{ results: Accrual[] }>(await boss.get(`${api}/accruals/?payment=${payment}&page_size=100`)).results;
const change = (id: string, given: object) => boss.patch(`${api}/payments/${id}/`, given);

async function draftOf(...sums: number[]) {
  const card = await money.payable(sums[0] ?? 0);
  for (const sum of sums.slice(1)) await money.give(card.id, sum);
  return { card, payment: ok<Payment>(await boss.post(`${api}/payments/`, { partner: card.id })) };
}

test('an accrual leaves a draft and comes back', async () => {
  const { payment } = await draftOf(300_000, 200_000);
  const one = (await accruals(payment.id)).find(({ amount_kop }) => amount_kop === 200_000);
  const smaller = ok<Payment>(await change(payment.id, { remove: [one?.id], version: payment.version }));
  expect(smaller).toMatchObject({ amount_kop: 300_000, accruals: 1, status: 'draft' });
  expect(ok<Payment>(await change(payment.id, { add: [one?.id] }))).toMatchObject({ amount_kop: 500_000 });
  ok(await change(payment.id, { remove: [one?.id] }));
  expect(ok<Payment>(await change(payment.id, { add: 'all' }))).toMatchObject({ amount_kop: 500_000 });
});

test('a debt stays in the payment', async () => {
  const { card, payment } = await draftOf(500_000);
  ok(
    await boss.post(`${api}/accruals/`, {
      partner: card.id,
      kind: 'correction',
      amount_kop: -100_000,
      explanation: 'Ошибка в сделке',
    }),
  );
  const added = ok<Payment>(await change(payment.id, { add: 'all' }));
  expect(added.amount_kop).toBe(400_000);
  const debt = (await accruals(payment.id)).find(({ amount_kop }) => amount_kop < 0);
  expect(await change(payment.id, { remove: [debt?.id] })).toMatchObject({
    status: 409,
    body: { code: 'part_of_reward' },
  });
  expect(ok<Payment>(await boss.get(`${api}/payments/${payment.id}/`)).amount_kop).toBe(400_000);
});

test('nothing of it changes below the minimum, after approval, or by an old version', async () => {
  const { payment } = await draftOf(300_000);
  const [one] = await accruals(payment.id);
  expect(await change(payment.id, { remove: [one?.id] })).toMatchObject({
    status: 409,
    body: { code: 'below_minimum' },
  });
  expect(await change(payment.id, { add: 'all', version: 9 })).toMatchObject({ status: 409 });
  money.ready();
  ok(await approve(boss, `${api}/payments/${payment.id}/`));
  expect(await change(payment.id, { add: 'all' })).toMatchObject({ status: 409, body: { code: 'closed' } });
});
