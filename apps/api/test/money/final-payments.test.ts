import type { OrganizationTask, Payment } from '@referral-dashboard/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.stop());

/** Creates a partner with a payout method and an available bonus below the minimum. */
async function payee() {
  const { card } = await world.partner({ min_payout_kop: 5_000_000 });
  ok(
    await world.boss.post(`${api}/partners/${card.id}/payout-methods/`, {
      kind: 'sbp',
      phone: '+79161112233',
      bank: 'Т-Банк',
    }),
  );
  world.server.advance(25 * 60 * 60);
  const bonus = { partner: card.id, kind: 'bonus', amount_kop: 1_650_000, explanation: 'За встречу' };
  ok(await world.boss.post(`${api}/accruals/`, bonus));
  return card.id;
}

const stop = (id: string, word: 'archive' | 'block') =>
  world.boss.post(`${api}/partners/${id}/${word}/`, word === 'block' ? { reason: 'Спор' } : {});
const form = (partner: string, by: Caller = world.boss) =>
  by.post(`${api}/payments/`, { partner, is_final: true });
const tasks = async (by: Caller = world.boss) =>
  ok<{ results: OrganizationTask[] }>(await by.get('/api/home/tasks/')).results.filter(
    ({ kind }) => kind === 'final_payments',
  );

test.each(['archive', 'block'] as const)(
  'a partner after the action %s is paid everything available, even below the minimum',
  async (word) => {
    const id = await payee();
    ok(await stop(id, word));
    expect(await tasks()).toEqual([{ kind: 'final_payments', count: 1, sum_kop: 1_650_000 }]);
    const plain = await world.boss.post(`${api}/payments/`, { partner: id });
    expect(plain).toMatchObject({ status: 409, body: { code: 'below_minimum' } });
    const payment = ok<Payment>(await form(id));
    expect(payment).toMatchObject({ amount_kop: 1_650_000, status: 'draft', is_final: true });
    expect(await tasks()).toEqual([]);
    const url = `${api}/payments/${payment.id}`;
    ok(await world.boss.post(`${url}/approve/`, { version: payment.version }));
    ok(await world.boss.post(`${url}/process/`));
    const paid_on = world.server.now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });
    expect(ok(await world.boss.post(`${url}/mark-paid/`, { paid_on, external_ref: 'ПП 7' }))).toMatchObject({
      status: 'paid',
    });
  },
);

test('a final payment can be paid through a registry', async () => {
  const id = await payee();
  ok(await stop(id, 'archive'));
  const { id: payment } = ok<Payment>(await form(id));
  const { results } = ok<{ results: { id: string; version: number }[] }>(
    await world.boss.post(`${api}/registries/`, { payments: [payment] }),
  );
  const [registry] = results;
  expect(
    ok(await world.boss.post(`${api}/registries/${registry?.id}/approve/`, { version: registry?.version })),
  ).toMatchObject({
    status: 'approved',
  });
});

test('an active partner gets no final payment, and a regular payment stays blocked', async () => {
  const id = await payee();
  expect(await form(id)).toMatchObject({ status: 409, body: { code: 'blocked' } });
  expect(await tasks()).toEqual([]);
  ok(
    await world.boss.post(`${api}/accruals/`, {
      partner: id,
      kind: 'bonus',
      amount_kop: 5_000_000,
      explanation: 'Еще',
    }),
  );
  const { id: payment, version } = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner: id }));
  ok(await stop(id, 'block'));
  expect(await world.boss.post(`${api}/payments/${payment}/approve/`, { version })).toMatchObject({
    status: 409,
    body: { blockers: [{ code: 'partner_inactive' }] },
  });
});

test('a manager archives the partner and an accountant creates the final payment', async () => {
  const id = await payee();
  const [manager, accountant] = [await world.employee('manager'), await world.employee('accountant')];
  ok(await manager.post(`${api}/partners/${id}/archive/`));
  expect((await form(id, manager)).status).toBe(403);
  expect(await tasks(manager)).toEqual([]);
  expect(await tasks(accountant)).toHaveLength(1);
  ok(await form(id, accountant));
});
