import type { Accrual, HomeSummary, HomeTop, Lead, Page, Payment } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const CREATED = `created_from=${OCTOBER.from}&created_to=${OCTOBER.to}`;
const PAID = `paid_from=${OCTOBER.from}&paid_to=${OCTOBER.to}`;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

/** Creates a lead of a partner and wins it. */
async function win(program: string, partner: string) {
  const { id } = await world.lead(program, { partner });
  for (const [index, step] of [{ to: 'qualified' }, { to: 'won', deal_amount_kop: 1_234_567 }].entries())
    ok(await world.boss.post(`${api}/leads/${id}/transition/`, { ...step, version: index + 1 }));
}

test('each figure of a month equals the list with the filter of the month', async () => {
  world.server.setClock(new Date('2026-09-28T09:00:00Z'));
  const { card } = await world.partner({ min_payout_kop: 1 });
  const { id: program } = await world.program({ hold_days: 0 });
  await world.enroll(program, card.id);
  ok(
    await world.boss.post(`${api}/partners/${card.id}/payout-methods/`, {
      kind: 'sbp',
      phone: '+79161112233',
      bank: 'Т-Банк',
    }),
  );
  await win(program, card.id);
  world.server.setClock(new Date('2026-10-05T09:00:00Z'));
  await win(program, card.id);
  await world.lead(program, { partner: card.id });
  const { id, version } = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner: card.id }));
  ok(await world.boss.post(`${api}/payments/${id}/approve/`, { version }));
  ok(
    await world.boss.post(`${api}/payments/${id}/mark-paid/`, {
      paid_on: world.today(),
      external_ref: 'ПП 7',
    }),
  );
  world.server.setClock(new Date('2026-11-02T09:00:00Z'));
  await win(program, card.id);
  world.server.advance(DAY);

  const get = async <Body>(path: string) => ok<Body>(await world.boss.get(path));
  const { current } = await get<HomeSummary>(`/api/home/summary/?from=${OCTOBER.from}&to=${OCTOBER.to}`);
  const top = await get<HomeTop>(`/api/home/top/?from=${OCTOBER.from}&to=${OCTOBER.to}&limit=12`);
  const won = (await get<Page<Lead>>(`${api}/leads/?status=won&${CREATED}`)).results;
  const leads = (await get<Page<Lead>>(`${api}/leads/?${CREATED}`)).results;
  const accruals = (await get<Page<Accrual>>(`${api}/accruals/?${CREATED}`)).results;
  const paid = (await get<Page<Payment>>(`${api}/payments/?status=paid&${PAID}`)).results;
  const counts = await get<{ paid: number }>(`${api}/payments/counts/?${PAID}`);
  const rewards_kop = accruals.reduce((sum, { amount_kop }) => sum + amount_kop, 0);
  const deal_kop = won.reduce((sum, { deal_amount_kop }) => sum + (deal_amount_kop ?? 0), 0);
  expect([leads.length, won.length, paid.length, counts.paid, current.paid_partners]).toEqual([
    2, 1, 1, 1, 1,
  ]);
  expect(rewards_kop).toBeGreaterThan(0);
  expect(current).toMatchObject({
    leads: leads.length,
    won: won.length,
    deal_kop,
    rewards_kop,
    reward_per_deal_kop: rewards_kop,
    paid_kop: paid.reduce((sum, { amount_kop }) => sum + amount_kop, 0),
  });
  expect(top.partners).toEqual([
    {
      partner: { id: card.id, name: expect.any(String) },
      leads: leads.length,
      won: won.length,
      deal_kop,
      rewards_kop,
    },
  ]);

  const file = await world.boss.open(
    `/api/home/summary/export/?format=csv&from=${OCTOBER.from}&to=${OCTOBER.to}`,
  );
  const [head = '', row = ''] = (await file.text()).replace('\uFEFF', '').split('\r\n');
  const values = row.split(';');
  expect(Object.fromEntries(head.split(';').map((title, index) => [title, values[index]]))).toMatchObject({
    С: '01.10.2026',
    По: '31.10.2026',
    Лиды: '2',
    Сделки: '1',
    'Выплачено, ₽': (current.paid_kop / 100).toFixed(2).replace('.', ','),
    'Партнеров с выплатой': '1',
  });
});
