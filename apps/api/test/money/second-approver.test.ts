import type { Payment, Registry } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT, payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, approve, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let boss: Caller;
let [first, second, owner]: Caller[] = [];

beforeAll(async () => {
  world = await createWorld();
  boss = world.boss;
  [first, second, owner] = [
    await world.employee('accountant'),
    await world.employee('accountant'),
    await world.employee('owner'),
  ];
  ok(await boss.patch(`${api}/organization/`, { four_eyes: true, default_min_payout_kop: 0 }));
});
beforeEach(async () => {
  ok(await boss.patch(`${api}/organization/`, { separate_approver: false }));
});
afterAll(() => world.stop());

const by = (caller: Caller | undefined) => {
  if (caller === undefined) throw new Error('the employees are made before the tests');
  return caller;
};
const payable = async (kop: number) => {
  const card = await payouts(world).payable(kop);
  payouts(world).ready();
  return card;
};
const addressOf = ({ id }: Pick<Payment, 'id'>) => `${api}/payments/${id}/`;
const formed = async (partner: string, caller: Caller | undefined) =>
  ok<Payment>(await by(caller).post(`${api}/payments/`, { partner }));
/** Changes a partner card as the owner. */
const edit = async (id: string, change: object) => {
  const address = `${api}/partners/${id}/`;
  const { version } = ok<{ version: number }>(await boss.get(address));
  ok(await by(owner).patch(address, { ...change, version }));
};
const addAll = (payment: Payment, caller: Caller | undefined) =>
  by(caller).patch(addressOf(payment), { add: 'all' });
const refused = (detail: string) => ({
  status: 409,
  body: { code: 'four_eyes', detail: expect.stringContaining(detail) },
});

describe('a payment', () => {
  test('cannot be approved by the employee who added a bonus to the draft of another employee', async () => {
    const { id } = await payable(100);
    const draft = await formed(id, second);
    await payouts(world, by(first)).give(id, 90_000_000);
    expect(ok<Payment>(await addAll(draft, first)).amount_kop).toBe(90_000_100);
    expect(await approve(by(first), addressOf(draft))).toMatchObject(refused('меняли вы'));
    expect(await approve(by(second), addressOf(draft))).toMatchObject(refused('сформировали вы'));
    expect(ok<Payment>(await approve(by(owner), addressOf(draft))).status).toBe('approved');
  });

  test('cannot be approved by the employee who removed an accrual from it', async () => {
    const { id } = await payable(100_000);
    await payouts(world).give(id, 50_000);
    const draft = await formed(id, second);
    const { results } = ok<{ results: { id: string; amount_kop: number }[] }>(
      await boss.get(`${api}/accruals/?payment=${draft.id}`),
    );
    const bonus = results.find(({ amount_kop }) => amount_kop === 50_000);
    ok(await by(first).patch(addressOf(draft), { remove: [bonus?.id] }));
    expect(await approve(by(first), addressOf(draft))).toMatchObject(refused('меняли вы'));
  });

  test('cannot be approved by the employee who changed its payout method after its creation', async () => {
    const { id } = await payable(100_000);
    const draft = await formed(id, second);
    const method = ok<{ id: string }>(await by(first).post(`${api}/partners/${id}/payout-methods/`, ACCOUNT));
    ok(await by(first).post(`${api}/payout-methods/${method.id}/default/`));
    payouts(world).ready();
    expect(await approve(by(first), addressOf(draft))).toMatchObject(refused('реквизиты'));
    expect(await by(owner).post(`${addressOf(draft)}approve/`, { version: draft.version })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    });
    expect(ok<Payment>(await approve(by(owner), addressOf(draft))).status).toBe('approved');
  });

  test.each([
    { last_name: 'Сидоров' },
    { inn: '500100732259' },
    { kind: 'self_employed' },
    { tax_residence: 'nonresident' },
  ])('cannot be approved by the employee who changed its payee: %o', async (change) => {
    const { id } = await payable(100_000);
    const draft = await formed(id, second);
    const { results } = await payouts(world, by(second)).form({ payments: [draft.id] });
    const registry = `${REGISTRIES}${results[0]?.id}/`;
    await edit(id, change);
    expect(await approve(by(owner), addressOf(draft))).toMatchObject(refused('меняли вы'));
    expect(await approve(by(owner), registry)).toMatchObject({
      status: 409,
      body: { code: 'blocked', detail: expect.stringContaining('меняли вы') },
    });
    for (const [address, version] of [
      [addressOf(draft), draft.version],
      [registry, results[0]?.version],
    ])
      expect(await boss.post(`${address}approve/`, { version })).toMatchObject({
        status: 409,
        body: { code: 'version_conflict' },
      });
  });

  test('can be approved by the employee who changed the note of its partner', async () => {
    const { id } = await payable(100_000);
    const draft = await formed(id, second);
    await edit(id, { note: 'Звонить утром', last_name: 'Петров' });
    ok(await by(owner).post(`${addressOf(draft)}approve/`, { version: draft.version }));
  });

  test('cannot be retried by its author after it failed', async () => {
    const { id } = await payable(100_000);
    const draft = await formed(id, second);
    ok(await approve(by(first), addressOf(draft)));
    ok(await by(first).post(`${addressOf(draft)}process/`));
    ok(await by(first).post(`${addressOf(draft)}mark-failed/`, { reason: 'Счет закрыт' }));
    expect(await by(second).post(`${addressOf(draft)}retry/`)).toMatchObject(refused('сформировали вы'));
    ok(await by(first).post(`${addressOf(draft)}retry/`));
  });

  test('is approved only in the version that the employee saw', async () => {
    const { id } = await payable(100_000);
    const draft = await formed(id, second);
    expect(await by(owner).post(`${addressOf(draft)}approve/`)).toMatchObject({
      status: 400,
      body: { version: ['Обязательное поле.'] },
    });
    await payouts(world).give(id, 700_000);
    ok(await addAll(draft, second));
    expect(await by(owner).post(`${addressOf(draft)}approve/`, { version: draft.version })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    });
  });
});

describe('a registry', () => {
  const money = () => payouts(world, by(first));
  const registryOf = async (caller: Caller | undefined, payments: readonly Payment[]) => {
    const ids = payments.map(({ id }) => id);
    const { results } = await payouts(world, by(caller)).form({ payments: ids });
    return results[0] as Registry;
  };
  const address = ({ id }: Registry) => `${REGISTRIES}${id}/`;

  test('cannot be approved by the employee who created it from payments of another employee', async () => {
    const { id } = await payable(100_000);
    const registry = await registryOf(first, [await formed(id, second)]);
    expect(await approve(by(first), address(registry))).toMatchObject(refused('сформировали вы'));
    expect(await approve(by(second), address(registry))).toMatchObject({
      status: 409,
      body: { blockers: [{ detail: expect.stringContaining('утвердить должен другой сотрудник') }] },
    });
    expect(ok<Registry>(await approve(by(owner), address(registry))).status).toBe('approved');
  });

  test('cannot be approved by the employee who removed a payment from it', async () => {
    const drafts = [
      await formed((await payable(100_000)).id, second),
      await formed((await payable(200_000)).id, second),
    ];
    const registry = await registryOf(second, drafts);
    ok(await money().step(registry, 'remove', { payments: [drafts[0]?.id] }));
    expect(await approve(by(first), address(registry))).toMatchObject(refused('меняли вы'));
    expect(ok<Registry>(await approve(by(owner), address(registry))).payments).toBe(1);
  });

  test('cannot be approved by the employee who changed a draft before another employee added it', async () => {
    const { id } = await payable(100_000);
    const draft = await formed(id, second);
    await payouts(world).give(id, 700_000);
    ok(await addAll(draft, first));
    const registry = await registryOf(second, [draft]);
    expect(await approve(by(first), address(registry))).toMatchObject({
      status: 409,
      body: { blockers: [{ detail: expect.stringContaining('меняли вы') }] },
    });
  });

  test('is approved only in the version that the employee saw', async () => {
    const { id } = await payable(100_000);
    const registry = await registryOf(first, [await formed(id, second)]);
    expect(await by(owner).post(`${address(registry)}approve/`)).toMatchObject({
      status: 400,
      body: { version: ['Обязательное поле.'] },
    });
    expect(await by(owner).post(`${address(registry)}approve/`, { version: 7 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    });
  });
});

describe('when accruals and payout methods also require a second approver', () => {
  beforeEach(async () => {
    ok(await boss.patch(`${api}/organization/`, { separate_approver: true }));
  });

  test('the employee who added a bonus cannot approve the payment of another employee', async () => {
    const { id } = await payable(100);
    await payouts(world, by(first)).give(id, 500_000);
    const draft = await formed(id, second);
    expect(await approve(by(first), addressOf(draft))).toMatchObject(refused('добавили вы'));
    expect(ok<Payment>(await approve(by(owner), addressOf(draft))).status).toBe('approved');
  });

  test('the employee who released a reward from review cannot approve its payment', async () => {
    const { id } = await payable(500_000);
    const { results } = ok<{ results: { id: string }[] }>(await boss.get(`${api}/accruals/?partner=${id}`));
    const accrual = `${api}/accruals/${results[0]?.id}/`;
    ok(await boss.post(`${accrual}review/`, { reason: 'Проверим' }));
    ok(await by(first).post(`${accrual}release/`, { reason: 'Проверили' }));
    const draft = await formed(id, second);
    expect(await approve(by(first), addressOf(draft))).toMatchObject(refused('добавили вы'));
    ok(await approve(by(owner), addressOf(draft)));
  });

  test('the employee who added the payout method cannot approve a payment to it', async () => {
    const { card } = await world.partner();
    await payouts(world).give(card.id, 500_000);
    const method = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
    await payouts(world, by(first)).method(card.id, method);
    payouts(world).ready();
    const draft = await formed(card.id, second);
    expect(await approve(by(first), addressOf(draft))).toMatchObject(refused('добавили вы'));
    const { results } = await payouts(world, by(second)).form({ payments: [draft.id] });
    expect(await approve(by(first), `${REGISTRIES}${results[0]?.id}/`)).toMatchObject({
      status: 409,
      body: { blockers: [{ detail: expect.stringContaining('добавили вы') }] },
    });
    ok(await approve(by(owner), addressOf(draft)));
  });
});
