import type { Partner, PayoutMethod, PayoutMethods } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  ok(await world.boss.patch(`${api}/organization/`, { withholds_tax: true }));
});
afterAll(() => world.stop());

const SBP = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
const LEGAL = { kind: 'legal', company_name: 'ООО Ромашка', inn: '7707083893' };
const methodsOf = (id: string) => `${api}/partners/${id}/payout-methods/`;

test('a company can be paid only to a bank account', async () => {
  const { card, caller } = await world.partner(LEGAL);
  for (const by of [world.boss, caller]) {
    expect(await by.post(methodsOf(card.id), SBP)).toMatchObject({
      status: 400,
      body: { kind: ['Юридическому лицу платят только на расчетный счет: СБП и карта бывают у людей.'] },
    });
    expect(ok<PayoutMethods>(await by.get(methodsOf(card.id))).kinds).toEqual(['bank_account']);
  }
  ok(await world.boss.post(methodsOf(card.id), ACCOUNT));
});

test.each([
  ['individual', ['sbp', 'bank_account', 'card']],
  ['self_employed', ['sbp', 'bank_account', 'card']],
  ['ip', ['bank_account', 'sbp', 'card']],
] as const)('the usual payout method of the type %s is listed first', async (kind, kinds) => {
  const { card } = await world.partner({ kind, inn: '500100732259' });
  expect(ok<PayoutMethods>(await world.boss.get(methodsOf(card.id))).kinds).toEqual(kinds);
  ok(await world.boss.post(methodsOf(card.id), SBP));
});

test('an individual who becomes a company can no longer be paid by SBP', async () => {
  const money = payouts(world);
  const { card } = await world.partner({ kind: 'ip', inn: '500100732259' });
  const sbp = ok<PayoutMethod>(await world.boss.post(methodsOf(card.id), SBP));
  await money.give(card.id, 500_000);
  const { version } = ok<Partner>(await world.boss.get(`${api}/partners/${card.id}/`));
  ok(await world.boss.patch(`${api}/partners/${card.id}/`, { version, ...LEGAL }));
  money.ready();
  expect(await world.boss.post(REGISTRIES, { partners: [card.id] })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('Не указано, куда платить') },
  });
  const account = ok<PayoutMethod>(await world.boss.post(methodsOf(card.id), ACCOUNT));
  ok(await world.boss.post(`${api}/payout-methods/${account.id}/default/`));
  expect(await world.boss.post(`${api}/payout-methods/${sbp.id}/default/`)).toMatchObject({
    status: 409,
    body: { code: 'blocked' },
  });
});
