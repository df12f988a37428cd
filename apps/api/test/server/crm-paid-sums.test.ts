import type {
  Accrual,
  CrmConnection,
  Lead,
  OutsideEvent,
  Page,
  Payment,
} from '@referral-dashboard/api-contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AmocrmStub, startAmocrm } from '../setup/amocrm-stub.ts';
import { type BankSteps, createBankSteps } from '../setup/bank.ts';
import { ACCOUNT, PAYER, payouts } from '../setup/payouts.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const PATH = `${api}/crm-connections/`;
const ON_WON = { reward_event: 'deal_won', reward: { kind: 'percent', percent_bps: 1000 }, hold_days: 0 };
const [WON, LOST] = [142, 143];
const OCTOBER = '2026-10';

let world: World;
let account: AmocrmStub;
let bank: BankSteps;
beforeAll(async () => {
  world = await createWorld({ privateWebhooks: true });
  ok(await world.boss.patch(`${api}/organization/`, { ...PAYER, default_min_payout_kop: 1 }));
  bank = createBankSteps({ world, boss: world.boss, money: payouts(world) });
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

const get = async <Body>(path: string) => ok<Body>(await world.boss.get(`${api}/${path}`));

/** Wins the deal of a partner's lead for 1,000 ₽, whose reward is 100 ₽. */
async function winDeal() {
  const program = await world.program(ON_WON);
  const { card } = await world.partner({ inn: '500100732259' });
  ok(await world.boss.post(`${api}/partners/${card.id}/payout-methods/`, ACCOUNT));
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
  await world.server.readDeals();
  const deal = account.account.leads.at(-1)?.id ?? 0;
  const report = async () => {
    const body = new URLSearchParams({ 'leads[update][0][id]': String(deal) }).toString();
    ok(await world.anonymous.sendText('POST', inbound_path ?? '', body, 'application/x-www-form-urlencoded'));
    await world.server.readDeals();
  };
  const change = async (fields: object) => {
    world.server.advance(60);
    account.changeDeal(deal, fields);
    await report();
  };
  await change({ status_id: WON, price: 1000 });
  world.server.advance(2 * 24 * 60 * 60);
  return {
    partner: card.id,
    change,
    report,
    /** Changes the deal in amoCRM without an event. */
    changeSilently: (fields: object) => account.changeDeal(deal, fields),
    /** Accruals as kind, kopecks and status, the first first. */
    accruals: async () =>
      (await get<Page<Accrual>>(`accruals/?partner=${card.id}&ordering=number`)).results.map(
        ({ kind, amount_kop, status }) => [kind, amount_kop, status],
      ),
    dealKop: async () => (await get<Lead>(`leads/${id}/`)).deal_amount_kop,
  };
}
/** State and cause of the newest event. */
const lastEvent = async () => {
  const [event] = (await get<Page<OutsideEvent>>('outside-events/')).results;
  return { state: event?.state, cause: event?.cause };
};
const APPLIED = { state: 'applied', cause: '' };

describe('the changed sum of a won deal', () => {
  test('changes a draft of a payment, as an edit by a person does', async () => {
    const { partner, change, accruals } = await winDeal();
    const draft = await bank.create(partner);
    await change({ price: 700 });
    expect(await lastEvent()).toEqual(APPLIED);
    expect(await accruals()).toEqual([
      ['reward', 10_000, 'reserved'],
      ['correction', -3000, 'reserved'],
    ]);
    expect(await bank.read(draft)).toMatchObject({ status: 'draft', amount_kop: 7000 });
    await change({ price: 1500 });
    expect(await bank.read(draft)).toMatchObject({ amount_kop: 7000 });
    expect((await accruals()).at(-1)).toEqual(['correction', 8000, 'available']);
  });

  test.each([
    ['approved', 'reserved'],
    ['paid', 'paid'],
  ] as const)('leaves a payment that is %s, and corrects the next one', async (status, state) => {
    const { partner, change, accruals, dealKop } = await winDeal();
    const payment = await bank.create(partner);
    ok(await bank.step(payment, 'approve'));
    if (status === 'paid') ok(await bank.markPaid(payment));
    await change({ price: 700 });
    expect(await lastEvent()).toEqual(APPLIED);
    await change({ price: 1500 });
    expect(await lastEvent()).toEqual(APPLIED);
    expect(await dealKop()).toBe(150_000);
    expect(await accruals()).toEqual([
      ['reward', 10_000, state],
      ['correction', -3000, 'available'],
      ['correction', 8000, 'available'],
    ]);
    expect(await bank.read(payment)).toMatchObject({ status, amount_kop: 10_000 });
    expect(await bank.create(partner)).toMatchObject({ amount_kop: 5000 });
  });

  test('below the paid reward is a debt of the next payment', async () => {
    const { partner, change } = await winDeal();
    await bank.payRest(partner);
    await change({ price: 100 });
    expect(await lastEvent()).toEqual(APPLIED);
    const refused = await world.boss.post(`${api}/payments/`, { partner });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'below_minimum' }]);
  });

  test('counts in the open month when that of the deal, its payment and the change is closed', async () => {
    world.server.setClock(new Date('2026-10-20T09:00:00Z'));
    const { partner, report, changeSilently, accruals, dealKop } = await winDeal();
    const paid = await bank.payRest(partner);
    changeSilently({ price: 700 });
    world.server.setClock(new Date('2026-11-05T09:00:00Z'));
    const readOctober = async () => ({
      totals: await get('payments/totals/?at=2026-10-31'),
      statement: await get(`partners/${partner}/statement/?from=2026-10-01&to=2026-10-31`),
    });
    const october = await readOctober();
    ok(await world.boss.post(`${api}/closed-months/`, { month: OCTOBER }));
    await report();
    expect(await lastEvent()).toEqual(APPLIED);
    expect(await dealKop()).toBe(70_000);
    expect(await accruals()).toEqual([
      ['reward', 10_000, 'paid'],
      ['correction', -3000, 'available'],
    ]);
    expect(await readOctober()).toEqual(october);
    expect(await bank.read(paid)).toMatchObject({ status: 'paid', amount_kop: 10_000 });
  });
});

test('a won deal that is lost after its payment takes its reward from the next one', async () => {
  const { partner, change, accruals } = await winDeal();
  const payment: Payment = await bank.payRest(partner);
  await change({ status_id: LOST });
  expect(await lastEvent()).toEqual(APPLIED);
  expect(await accruals()).toEqual([
    ['reward', 10_000, 'paid'],
    ['reversal', -10_000, 'available'],
  ]);
  expect(await bank.read(payment)).toMatchObject({ status: 'paid', amount_kop: 10_000 });
});
