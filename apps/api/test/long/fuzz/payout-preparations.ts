import type { FormedRegistries, Payment, Registry } from '@referral-dashboard/api-contract';
import { createObjectedAct } from '../../setup/acts.ts';
import { ACCOUNT } from '../../setup/payouts.ts';
import { api, approve, ok, type World } from '../../setup/world.ts';
import type { Scenario } from '../walk/scenario.ts';
import { earner, type Preparations, type Prepared } from './preparation.ts';

const today = ({ server }: World) => server.now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });

const draft = async (world: World) => {
  const { partner } = await earner(world);
  return ok<Payment>(await world.boss.post(`${api}/payments/`, { partner }));
};

/** Creates a registry of one payment and makes the given transitions. */
const ofRegistry =
  (...moves: string[]) =>
  async ({ world }: Scenario): Promise<Prepared & { payment: string }> => {
    const { id: payment } = await draft(world);
    const { results } = ok<FormedRegistries>(
      await world.boss.post(`${api}/registries/`, { payments: [payment] }),
    );
    const registry = results[0]?.id ?? '';
    const address = `${api}/registries/${registry}/`;
    for (const move of moves)
      ok(await (move === 'approve' ? approve(world.boss, address) : world.boss.post(`${address}${move}/`)));
    const { version } = ok<Registry>(await world.boss.get(address));
    return { objects: { registry }, payment, body: { version } };
  };
const withPayments =
  (...moves: string[]) =>
  async (scenario: Scenario): Promise<Prepared> => {
    const { objects = {}, payment } = await ofRegistry(...moves)(scenario);
    return { objects, body: { payments: [payment] } };
  };

/** Preconditions of the payout calls. */
export const payoutPreparations: Preparations = {
  async paymentQr({ world }) {
    const { id, partner } = await draft(world);
    const methods = `${api}/partners/${partner.id}/payout-methods/`;
    const account = ok<{ id: string }>(await world.boss.post(methods, ACCOUNT));
    ok(await world.boss.post(`${api}/payout-methods/${account.id}/default/`));
    return { objects: { payment: id } };
  },
  createRegistry: async ({ world }) => ({ body: { payments: [(await draft(world)).id] } }),
  registryFile: ofRegistry('approve'),
  approveRegistry: ofRegistry(),
  sendRegistry: ofRegistry('approve'),
  cancelRegistry: ofRegistry(),
  removeFromRegistry: withPayments(),
  markRegistryPaid: async (scenario) => ({
    ...(await ofRegistry('approve', 'send')(scenario)),
    body: { paid_on: today(scenario.world) },
  }),
  markRegistryFailed: withPayments('approve', 'send'),
  async reissueAct({ world }) {
    return { objects: { act: await createObjectedAct(world, (await earner(world)).partner) } };
  },
  async checkTaxStatus({ world }) {
    const { card } = await world.partner({ kind: 'self_employed', inn: '500100732259' });
    return { objects: { partner: card.id } };
  },
};
