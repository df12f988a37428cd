import type {
  Accrual,
  CrmConnection,
  Lead,
  OutsideEvent,
  Page,
  Sale,
} from '@referral-dashboard/api-contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AmocrmStub, startAmocrm } from '../setup/amocrm-stub.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const PATH = `${api}/crm-connections/`;
const ON_WON = { reward_event: 'deal_won', reward: { kind: 'percent', percent_bps: 1000 }, hold_days: 0 };
const [WON, TALKS] = [142, 702];

let world: World;
let account: AmocrmStub;
beforeAll(async () => {
  world = await createWorld({ privateWebhooks: true });
});
beforeEach(async () => {
  account = await startAmocrm();
  account.clock.now = world.server.now;
  await world.server.resetLimits();
});
afterEach(async () => {
  account.close();
  await world.server.db.deleteFrom('crm_connections').execute();
  await world.server.db.deleteFrom('outside_events').execute();
});
afterAll(() => world.stop());

const readLead = async (id: string) => ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
const accruals = async (partner: string) =>
  ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?partner=${partner}&ordering=number`)).results;
/** Events, the newest first. */
const events = async () =>
  ok<Page<OutsideEvent>>(await world.boss.get(`${api}/outside-events/`)).results.map(
    ({ state, cause, lead }) => ({
      ...{ state, cause },
      lead: lead?.id ?? null,
    }),
  );

/** Creates a lead of a partner with its deal in amoCRM. */
async function scene() {
  const program = await world.program(ON_WON);
  const { card } = await world.partner();
  await world.enroll(program.id, card.id);
  const { id: connection } = ok<CrmConnection>(
    await world.boss.post(PATH, {
      ...{ kind: 'amocrm', address: account.url, token: 'long-lived', password: world.password },
    }),
  );
  const { inbound_path } = ok<CrmConnection>(
    await world.boss.patch(`${PATH}${connection}/`, { version: 1, is_on: true }),
  );
  const { id } = await world.lead(program.id, { partner: card.id });
  await world.server.sendDeals();
  const deal = account.account.leads.at(-1)?.id ?? 0;
  return {
    ...{ id, partner: card.id },
    /** Changes the deal in amoCRM, which reports it. */
    async change(fields: object, seconds = 60) {
      world.server.advance(seconds);
      account.changeDeal(deal, fields);
      const body = new URLSearchParams({ 'leads[update][0][id]': String(deal) }).toString();
      ok(
        await world.anonymous.sendText('POST', inbound_path ?? '', body, 'application/x-www-form-urlencoded'),
      );
      await world.server.readDeals();
    },
  };
}

test('the changed sum of a won deal becomes that of its lead, and changes the reward as an edit by a person does', async () => {
  const { id, partner, change } = await scene();
  await change({ status_id: WON, price: 1000 });
  await change({ price: 1500 });
  await change({ price: 1200 });
  expect(await readLead(id)).toMatchObject({ status: 'won', deal_amount_kop: 120_000 });
  expect((await accruals(partner)).map(({ amount_kop }) => amount_kop)).toEqual([10_000, 5000, -3000]);
  expect(await events()).toEqual(
    Array.from({ length: 3 }, () => ({ state: 'applied', cause: '', lead: id })),
  );
});

test('two changes of a sum within a second are both applied', async () => {
  const { id, change } = await scene();
  await change({ status_id: WON, price: 1000 });
  await change({ price: 1500 }, 0);
  expect(await readLead(id)).toMatchObject({ deal_amount_kop: 150_000 });
});

test('the sum of a deal that is not won does not change the lead', async () => {
  const { id, change } = await scene();
  await change({ status_id: TALKS, price: 1000 });
  await change({ price: 1500 });
  expect(await readLead(id)).toMatchObject({ status: 'in_progress', deal_amount_kop: null });
  const cause = 'Сумма сделки учитывается на успешной стадии.';
  expect((await events())[0]).toEqual({ state: 'ignored', cause, lead: null });
});

test('a sum that a person changed here stays until the sum in the CRM changes', async () => {
  const { id, change } = await scene();
  await change({ status_id: WON, price: 1000 });
  const { version } = await readLead(id);
  ok(await world.boss.patch(`${api}/leads/${id}/`, { version, deal_amount_kop: 90_000 }));
  await change({ name: 'Другое название' });
  expect(await readLead(id)).toMatchObject({ deal_amount_kop: 90_000 });
  await change({ price: 1100 });
  expect(await readLead(id)).toMatchObject({ deal_amount_kop: 110_000 });
});

test('a removed sum leaves the lead with the former one, and says so', async () => {
  const { id, change } = await scene();
  await change({ status_id: WON, price: 1000 });
  await change({ price: 0 });
  const { number, deal_amount_kop } = await readLead(id);
  expect(deal_amount_kop).toBe(100_000);
  const cause = `В сделке больше нет суммы в рублях: у лида ${number} прежняя.`;
  expect((await events())[0]).toEqual({ state: 'ignored', cause, lead: null });
});

test('a sum that the rules refuse is a problem of the inbox with the same cause as for a person, and applied when they allow it', async () => {
  const { id, partner, change } = await scene();
  await change({ status_id: WON, price: 1000 });
  const [sale] = ok<Page<Sale>>(await world.boss.get(`${api}/sales/?partner=${partner}`)).results;
  ok(
    await world.boss.post(`${api}/sales/${sale?.id}/refund/`, { amount_kop: 40_000, paid_on: world.today() }),
  );
  await change({ price: 300 });
  const { version, deal_amount_kop } = await readLead(id);
  expect(deal_amount_kop).toBe(100_000);
  const byPerson = await world.boss.patch(`${api}/leads/${id}/`, { version, deal_amount_kop: 30_000 });
  const causes = (byPerson.body as { deal_amount_kop: string[] }).deal_amount_kop;
  const [problem] = await events();
  expect(problem?.state).toBe('failed');
  expect(problem?.cause).toContain(causes[0]);
  await change({ price: 400 });
  expect(await readLead(id)).toMatchObject({ deal_amount_kop: 40_000 });
  world.server.advance(60 * 60);
  await world.server.applyOutsideEvents();
  // The refused sum is older than the applied one.
  expect(await events()).toMatchObject([{ state: 'applied' }, { state: 'late' }, { state: 'applied' }]);
});
