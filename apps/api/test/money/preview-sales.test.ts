import type {
  Accrual,
  Enrollment,
  Group,
  Lead,
  Page,
  Sale,
  TermsPreview,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;
const FIRST_SALE = { kind: 'percent', percent_bps: 1000 };

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

/** Moves to the first days of the next quarter, noon in Moscow. */
function startQuarter() {
  const now = world.server.now();
  const next = new Date(Date.UTC(now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3 + 3, 2, 9));
  world.server.setClock(next);
}

/** A client with a deal of 10,000 ₽ and two sales of 2,000 ₽, one of them a training, in one full quarter. */
async function scene(reward: object, terms: object = {}) {
  startQuarter();
  const program = await world.program({ reward_event: 'deal_won', reward, hold_days: 0, ...terms });
  const { card } = await world.partner();
  await world.enroll(program.id, card.id);
  const { id } = await world.lead(program.id, { partner: card.id });
  for (const [index, step] of [{ to: 'qualified' }, { to: 'won', deal_amount_kop: 1_000_000 }].entries())
    ok(await world.boss.post(`${api}/leads/${id}/transition/`, { ...step, version: index + 1 }));
  const { client } = ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
  const sell = async (product = '') =>
    ok<{ id: string }>(
      await world.boss.post(`${api}/sales/`, {
        client: client?.id,
        amount_kop: 200_000,
        paid_on: world.today(),
        product,
      }),
    );
  world.server.advance(10 * DAY);
  await sell();
  world.server.advance(31 * DAY);
  const last = await sell('Обучение');
  const preview = async (next: object, body: object = {}) =>
    ok<TermsPreview>(
      await world.boss.post(`${api}/programs/${program.id}/terms-preview/`, { reward: next, ...body }),
    );
  return { program, partner: card.id, client: client?.id, preview, last };
}

const percent = (more: object) => ({ kind: 'percent', percent_bps: 1000, ...more });

test('a preview of a rule for later sales adds their earnings of the quarter', async () => {
  const { preview } = await scene(FIRST_SALE);
  startQuarter();
  const before = { partners: 1, leads: 1, before_kop: 100_000 };
  const after = async (more: object) => {
    const found = await preview(percent(more));
    expect(found).toMatchObject(before);
    return found.after_kop;
  };
  expect(await after({})).toBe(100_000);
  expect(await after({ applies_to: 'lifetime' })).toBe(140_000);
  expect(await after({ applies_to: 'first_sales', applies_to_limit: 2 })).toBe(120_000);
  expect(await after({ applies_to: 'sales_for_months', applies_to_limit: 1 })).toBe(120_000);
  expect(await after({ applies_to: 'sales_for_months', applies_to_limit: 2 })).toBe(140_000);
  expect(await after({ applies_to: 'lifetime', cap_per_client_kop: 125_000 })).toBe(125_000);
  const training = { when: { products: ['обучение'] }, pay: { percent_bps: 3000 } };
  expect(await after({ applies_to: 'lifetime', lines: [training] })).toBe(180_000);
  expect(
    await after({ applies_to: 'lifetime', lines: [{ when: { months_from: 2 }, pay: { fixed_kop: 1 } }] }),
  ).toBe(120_001);
});

test('A preview equals the accruals when the rule is the present one, after a refund and a canceled reward, and in a later quarter', async () => {
  const rule = percent({ applies_to: 'lifetime', base: 'net_of_vat' });
  const { preview, partner, client, last } = await scene(rule);
  ok(
    await world.boss.post(`${api}/sales/${last.id}/refund/`, { amount_kop: 50_000, paid_on: world.today() }),
  );
  const sold = { client, amount_kop: 120_000, vat_kop: 20_000, paid_on: world.today() };
  const canceled = ok<Sale>(await world.boss.post(`${api}/sales/`, sold));
  const accruals = async () =>
    ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?partner=${partner}`)).results;
  const reward = (await accruals()).find(({ sale }) => sale?.id === canceled.id);
  ok(await world.boss.post(`${api}/accruals/${reward?.id}/cancel/`, { reason: 'Ошибка' }));
  ok(await world.boss.post(`${api}/sales/`, sold));
  const earned = async () =>
    (await accruals())
      .filter(({ status }) => status !== 'canceled')
      .reduce((sum, { amount_kop }) => sum + amount_kop, 0);
  const first = await earned();
  startQuarter();
  expect(await preview(rule)).toMatchObject({ before_kop: first, after_kop: first });
  ok(await world.boss.post(`${api}/sales/`, { ...sold, paid_on: world.today() }));
  startQuarter();
  const later = (await earned()) - first;
  expect(later).toBe(10_000);
  expect(await preview(rule)).toMatchObject({ partners: 1, leads: 0, before_kop: later, after_kop: later });
  // The sales of the quarter before use up the number of sales.
  const limited = percent({ applies_to: 'first_sales', applies_to_limit: 5 });
  expect(await preview(limited)).toMatchObject({ before_kop: later, after_kop: 0 });
});

test('A preview for a group or a partner contains only their later sales, and none for a confirmed lead', async () => {
  const { program, partner, preview } = await scene(percent({ applies_to: 'lifetime' }));
  startQuarter();
  const { results } = ok<Page<Enrollment>>(
    await world.boss.get(`${api}/programs/${program.id}/enrollments/`),
  );
  const enrollment = results.find((one) => one.partner.id === partner)?.id;
  const twice = { kind: 'percent', percent_bps: 2000, applies_to: 'lifetime' };
  const both = { before_kop: 140_000, after_kop: 280_000 };
  expect(await preview(twice)).toMatchObject(both);
  expect(await preview(twice, { enrollment })).toMatchObject(both);
  const group = ok<Group>(
    await world.boss.post(`${api}/programs/${program.id}/groups/`, { name: 'Золото', reward: twice }),
  );
  expect(await preview(twice, { group: group.id })).toMatchObject({ before_kop: 0, after_kop: 0 });
  const fixed = { kind: 'fixed', fixed_kop: 5_000 };
  expect(await preview(fixed, { reward_event: 'lead_qualified' })).toMatchObject({
    before_kop: 140_000,
    after_kop: 5_000,
  });
});
