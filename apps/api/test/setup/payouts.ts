import type { FormedRegistries, Registry } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { api, approve, type Caller, createWorld, ok, type World } from './world.ts';

export const REGISTRIES = `${api}/registries/`;
export const ACCOUNT = {
  kind: 'bank_account',
  bank: 'ПАО Сбербанк',
  bik: '044525225',
  account: '40702810938000000001',
  corr_account: '30101810400000000225',
};
export const PAYER = {
  legal_name: 'ООО «Окна»',
  inn: '7707083893',
  kpp: '773601001',
  bank_name: 'ПАО Сбербанк',
  bank_bik: '044525225',
  bank_account: '40702810938000000001',
  bank_corr_account: '30101810400000000225',
};

/** Days until payments may go to a new payout method. */
const DAYS = 2;

export type Payouts = ReturnType<typeof payouts>;

/** Helpers that create partners with an available amount and a payout method, and registries of their payments. */
export function payouts(world: World, by: Caller = world.boss) {
  const give = async (partner: string, amount_kop: number) =>
    ok(await by.post(`${api}/accruals/`, { partner, kind: 'bonus', amount_kop, explanation: 'За встречу' }));
  const method = async (partner: string, body: object) =>
    ok(await by.post(`${api}/partners/${partner}/payout-methods/`, body));
  return {
    give,
    method,
    /** Creates a partner with a payout method and an available amount, payable after `ready`. */
    async payable(amount_kop: number, body: { card?: object; method?: object } = {}) {
      const { card } = await world.partner(body.card, by);
      await method(card.id, body.method ?? { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' });
      await give(card.id, amount_kop);
      return card;
    },
    async correct(partner: string, amount_kop: number) {
      const correction = { partner, kind: 'correction', amount_kop, explanation: 'Ошибка в сделке' };
      ok(await by.post(`${api}/accruals/`, correction));
    },
    /** Moves the clock past the waiting period of new payout methods. */
    ready: () => world.server.advance(DAYS * 24 * 60 * 60),
    form: async (body: object = { all: true }) => ok<FormedRegistries>(await by.post(REGISTRIES, body)),
    /** Makes a transition of a registry. An approval without a body is of the current version. */
    step: (registry: Pick<Registry, 'id'>, word: string, body?: object) =>
      word === 'approve' && body === undefined
        ? approve(by, `${REGISTRIES}${registry.id}/`)
        : by.post(`${REGISTRIES}${registry.id}/${word}/`, body ?? {}),
  };
}

type PayoutFixture = { world: World; boss: Caller; money: Payouts };

/**
 * Starts one server for all tests of a file and creates an organization before each test.
 *
 * @param enter receives the organization before the test starts.
 * @param settings are saved for the organization.
 */
export function organizationForEachTest(enter: (fixture: PayoutFixture) => void, settings?: object) {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  beforeEach(async () => {
    await world.server.resetLimits();
    const boss = await world.organization();
    if (settings !== undefined) ok(await boss.patch(`${api}/organization/`, settings));
    enter({ world, boss, money: payouts(world, boss) });
  });
  afterAll(() => world.stop());
}
