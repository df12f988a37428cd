import type { Accrual, JournalEntry, Page, Payment } from '@referral-dashboard/api-contract';
import { expect, test } from 'vitest';
import { organizationForEachTest, type Payouts } from '../setup/payouts.ts';
import { api, approve, type Caller, ok } from '../setup/world.ts';

let boss: Caller;
let money: Payouts;
organizationForEachTest((fixture) => {
  ({ boss, money } = fixture);
});

const accruals = async (payment: string) =>
  ok<{ results: Accrual[] }>(await boss.get(`${api}/accruals/?payment=${payment}&page_size=100`)).results;
const change = (id: string, input: object) => boss.patch(`${api}/payments/${id}/`, input);

async function draftOf(...sums: number[]) {
  const card = await money.payable(sums[0] ?? 0);
  for (const sum of sums.slice(1)) await money.give(card.id, sum);
  return { card, payment: ok<Payment>(await boss.post(`${api}/payments/`, { partner: card.id })) };
}

test('an accrual is removed from a draft and added again', async () => {
  const { payment } = await draftOf(300_000, 200_000);
  const one = (await accruals(payment.id)).find(({ amount_kop }) => amount_kop === 200_000);
  const smaller = ok<Payment>(await change(payment.id, { remove: [one?.id], version: payment.version }));
  expect(smaller).toMatchObject({ amount_kop: 300_000, accruals: 1, status: 'draft' });
  expect(ok<Payment>(await change(payment.id, { add: [one?.id] }))).toMatchObject({ amount_kop: 500_000 });
  ok(await change(payment.id, { remove: [one?.id] }));
  expect(ok<Payment>(await change(payment.id, { add: 'all' }))).toMatchObject({ amount_kop: 500_000 });
});

test('the journal shows the amounts and the accruals before and after a change of a draft', async () => {
  const { payment } = await draftOf(300_000, 200_000);
  const one = (await accruals(payment.id)).find(({ amount_kop }) => amount_kop === 200_000);
  ok(await change(payment.id, { remove: [one?.id] }));
  ok(await change(payment.id, { add: [one?.id] }));
  const { results } = ok<Page<JournalEntry>>(await boss.get(`${api}/journal/?object=${payment.id}`));
  const changes = results
    .filter(({ action }) => action === 'payment.update')
    .map((entry) => entry.changes.map(({ field, before, after }) => [field, before, after]));
  const [small, large] = ['3\u00a0000,00\u00a0₽', '5\u00a0000,00\u00a0₽'];
  expect(changes).toEqual([
    [
      ['Начисления', null, one?.number],
      ['Сумма', small, large],
    ],
    [
      ['Начисления', one?.number, null],
      ['Сумма', large, small],
    ],
  ]);
});

test('an accrual of another payment is neither added to a draft nor paid a second time', async () => {
  const { card, payment } = await draftOf(300_000);
  const accrualIds = (await accruals(payment.id)).map(({ id }) => id);
  await money.give(card.id, 200_000);
  const refusal = { status: 409, body: { code: 'count_mismatch' } };
  expect(await boss.post(`${api}/payments/`, { partner: card.id, accruals: accrualIds })).toMatchObject(
    refusal,
  );
  const other = ok<Payment>(await boss.post(`${api}/payments/`, { partner: card.id }));
  expect(other.amount_kop).toBe(200_000);
  expect(await change(other.id, { add: accrualIds })).toMatchObject(refusal);
  expect(ok<Payment>(await boss.get(`${api}/payments/${payment.id}/`)).amount_kop).toBe(300_000);
});

test('a debt cannot be removed from a payment', async () => {
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

test('a payment does not change below the minimum, from an outdated version or after approval', async () => {
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
