import {
  type JoinPage,
  type Organization,
  type Payment,
  WITHHOLDING_IS_OFF,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payouts } from '../setup/payouts.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const PAYMENTS = `${api}/payments/`;
const SETTINGS = `${api}/organization/`;
const PERSON = { kind: 'individual', inn: '500100732259' };

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

const withhold = async (withholds_tax: boolean) =>
  ok<Organization>(await boss.patch(SETTINGS, { withholds_tax }));

/** A draft payment to a physical person; withholding is on while it is formed. */
async function draftTo(kop: number, card: object = PERSON) {
  await withhold(true);
  const { id: partner } = await money.payable(kop, { card });
  money.ready();
  return ok<Payment>(await boss.post(PAYMENTS, { partner }));
}
const step = ({ id }: Pick<Payment, 'id'>, word: string, body: object = {}) =>
  boss.post(`${PAYMENTS}${id}/${word}/`, body);

describe('an organization that does not withhold income tax', () => {
  test('accepts no physical persons as partners and states the reason', async () => {
    const card = { phone: world.phone(), last_name: 'Петров', ...PERSON };
    expect(await boss.post(`${api}/partners/`, card)).toMatchObject({
      status: 400,
      body: {
        kind: [`${WITHHOLDING_IS_OFF} Можно выбрать: «Самозанятый», «ИП», «Юридическое лицо».`],
      },
    });
    ok(await boss.patch(SETTINGS, { offer: 'Договор.', personal_data: 'Согласен.' }));
    const { join_code } = await world.program({}, boss);
    const kinds = async () =>
      ok<JoinPage>(await world.anonymous.get(`/api/public/join/${join_code}/`)).partner_kinds;
    expect(await kinds()).toEqual(['self_employed', 'ip', 'legal']);
    await withhold(true);
    expect(await kinds()).toEqual(['individual', 'self_employed', 'ip', 'legal']);
    expect((await boss.post(`${api}/partners/`, card)).status).toBe(201);
  });

  test('gives a card without a kind the first kind that it works with', async () => {
    const create = async () =>
      ok<{ kind: string }>(await boss.post(`${api}/partners/`, { phone: world.phone() })).kind;
    expect(await create()).toBe('self_employed');
    await withhold(true);
    expect(await create()).toBe('individual');
  });

  test('cannot approve a payment to a physical person or put one into a registry', async () => {
    const draft = await draftTo(200_000);
    const { id: partner } = await money.payable(300_000, { card: PERSON });
    money.ready();
    await withhold(false);
    const reason = { code: 'no_withholding', detail: WITHHOLDING_IS_OFF };
    expect(await step(draft, 'approve')).toMatchObject({
      status: 409,
      body: { code: 'blocked', blockers: [reason] },
    });
    const { results } = ok<{ results: object[] }>(await boss.get(`${PAYMENTS}eligible/`));
    expect(results).toMatchObject([{ partner: { id: partner }, blockers: [reason] }]);
    expect(await boss.post(`${api}/registries/`, { all: true })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(WITHHOLDING_IS_OFF) },
    });
  });

  test('completes payments that were approved while it did', async () => {
    const payment = await draftTo(200_000);
    ok(await step(payment, 'approve'));
    await withhold(false);
    ok(await step(payment, 'process'));
    const paid = { paid_on: world.today(), external_ref: 'ПП 1' };
    expect(ok<Payment>(await step(payment, 'mark-paid', paid)).status).toBe('paid');
  });
});

test('the day on which withholding began stays when it is saved again, and the journal names it', async () => {
  const { withholds_tax_since: since } = await withhold(true);
  expect(since).toBe(world.server.now().toISOString());
  world.server.advance(60);
  expect((await withhold(true)).withholds_tax_since).toBe(since);
  expect((await withhold(false)).withholds_tax_since).toBeNull();
  const { results } = ok<{ results: { changes: { label: string }[] }[] }>(
    await boss.get(`${api}/journal/?kind=organization`),
  );
  expect(JSON.stringify(results)).toContain('Удерживаем НДФЛ и платим взносы с');
});
