import type { Blocker, PayoutReadiness, PayoutTotals } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInn } from '../setup/inn.ts';
import { ACCOUNT, payouts } from '../setup/payouts.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

type Due = { partner: { id: string }; available_kop: number; blockers: Blocker[] };

let world: World;
let boss: Caller;
let money: ReturnType<typeof payouts>;
beforeAll(async () => {
  world = await createWorld();
  boss = await world.organization();
  money = payouts(world, boss);
});
afterAll(() => world.stop());

/** Creates a payable partner of the first organization, whose employees `world.employee` creates. */
const createWorldRow = () => payouts(world, world.boss).payable(500_000);

const list = async (query: string) =>
  ok<{ results: Due[] }>(await boss.get(`${api}/payments/eligible/?page_size=100&${query}`)).results;
const sumOf = (rows: readonly Due[]) => rows.reduce((sum, { available_kop }) => sum + available_kop, 0);

test('each total equals the sum of the partners listed for it and for its reason', async () => {
  const payable = await money.payable(500_000);
  const partnerInDebt = await money.payable(100_000);
  const without = await world.partner({}, boss);
  await money.give(without.card.id, 400_000);
  const little = await money.payable(1_000);
  await money.correct(partnerInDebt.id, -250_000);
  money.ready();
  const totals = ok<PayoutTotals>(await boss.get(`${api}/payments/totals/`));
  for (const due of ['ready', 'blocked', 'debts'] as const) {
    const rows = await list(`due=${due}`);
    expect([rows.length, sumOf(rows)], due).toEqual([totals[due].count, totals[due].sum_kop]);
  }
  expect(totals.blocked.reasons).toHaveLength(2);
  for (const { code, count, sum_kop } of totals.blocked.reasons) {
    const rows = await list(`reason=${code}`);
    expect([rows.length, sumOf(rows)], code).toEqual([count, sum_kop]);
    expect(rows.every(({ blockers }) => blockers[0]?.code === code)).toBe(true);
  }
  const names = async (query: string) => (await list(query)).map(({ partner }) => partner.id);
  expect(await names('due=ready')).toEqual([payable.id]);
  expect(await names('due=debts')).toEqual([partnerInDebt.id]);
  const [debt] = await list('due=debts');
  expect(debt?.blockers.at(-1)?.detail).toMatch(/^Долг 1\s500,00\s₽, вычтем из следующих выплат\.$/);
  expect(await names('due=blocked&reason=no_method')).toEqual([without.card.id]);
  expect(await names('reason=below_minimum')).toEqual([little.id]);
  expect(await names('due=ready&reason=no_method')).toEqual([]);
  expect(await list('')).toHaveLength(4);
});

test('each page continues the sum of the partners that can be paid', async () => {
  const owner = await world.organization();
  const sums = payouts(world, owner);
  for (let index = 0; index < 27; index += 1) await sums.payable(index % 9 === 0 ? 1_000 : 500_000 + index);
  sums.ready();
  type DuePage = { results: Due[]; next: string | null; previous: string | null; preceding_kop: number };
  const read = async (query: string) =>
    ok<DuePage>(await owner.get(`${api}/payments/eligible/?page_size=25&${query}`));
  for (const ordering of ['name', '-name']) {
    const first = await read(`ordering=${ordering}`);
    expect(first.preceding_kop).toBe(0);
    const payable = first.results.filter(({ blockers }) => blockers.length === 0);
    expect(payable.length).toBeLessThan(first.results.length);
    const last = await read(`ordering=${ordering}&cursor=${first.next}`);
    expect([last.results.length, last.preceding_kop]).toEqual([2, sumOf(payable)]);
    const back = await read(`ordering=${ordering}&cursor=${last.previous}`);
    expect([back.results.length, back.preceding_kop]).toEqual([25, 0]);
  }
});

test('a card states what blocks its payment, with and without available accruals', async () => {
  const inDebt = await money.payable(100_000);
  await money.correct(inDebt.id, -250_000);
  money.ready();
  const [listed] = (await list('due=debts')).filter(({ partner }) => partner.id === inDebt.id);
  const readinessOf = async (id: string) =>
    ok<PayoutReadiness>(await boss.get(`${api}/partners/${id}/payable/`));
  const debt = await readinessOf(inDebt.id);
  expect(debt.blockers).toEqual(listed?.blockers);
  expect(debt).toMatchObject({ available_kop: -150_000, blockers: [{ code: 'below_minimum' }] });
  const { card } = await world.partner({ kind: 'self_employed', inn: '' }, boss);
  const { available_kop, blockers } = await readinessOf(card.id);
  expect(available_kop).toBe(0);
  expect(blockers.map(({ code }) => code)).toEqual(['no_inn', 'no_method', 'below_minimum']);
});

test('a row names the kind of the partner, the account, and since when the oldest available earnings wait', async () => {
  const card = { kind: 'self_employed', inn: createInn(771) };
  const { id } = await money.payable(700_000, { card, method: ACCOUNT });
  const since = world.server.now();
  money.ready();
  await money.give(id, 300_000);
  await money.correct(id, -100_000);
  const rowOf = async (by: Caller) =>
    ok<{ results: (Due & Record<string, unknown>)[] }>(
      await by.get(`${api}/payments/eligible/?page_size=100`),
    ).results.find(({ partner }) => partner.id === id);
  const row = await rowOf(boss);
  expect(row).toMatchObject({
    partner_kind: 'self_employed',
    method: { kind: 'bank_account', bank: ACCOUNT.bank, label: `Счет •• 0001, ${ACCOUNT.bank}` },
  });
  const waited = Math.abs(Date.parse(String(row?.['waiting_since'])) - since.getTime());
  expect(waited).toBeLessThan(60_000);
});

test('a position without access to requisites sees no account', async () => {
  await createWorldRow();
  const viewer = await world.employee('viewer');
  const { results } = ok<{ results: object[] }>(await viewer.get(`${api}/payments/eligible/`));
  expect(results).toEqual([expect.objectContaining({ method: null })]);
});

test('an unknown state or reason is refused', async () => {
  for (const query of ['due=paid', 'reason=weather'])
    expect(await boss.get(`${api}/payments/eligible/?${query}`)).toMatchObject({ status: 400 });
});

test('another organization sees none of them', async () => {
  const stranger = await world.organization();
  expect(await stranger.get(`${api}/payments/eligible/?due=blocked`)).toMatchObject({
    status: 200,
    body: { results: [] },
  });
  const { card } = await world.partner({}, boss);
  expect(await stranger.get(`${api}/partners/${card.id}/payable/`)).toMatchObject({ status: 404 });
});
