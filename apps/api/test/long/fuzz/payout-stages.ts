import type { FormedRegistries, Payment, Registry } from '@referral-dashboard/api-contract';
import { createObjectedAct } from '../../setup/acts.ts';
import { ACCOUNT } from '../../setup/payouts.ts';
import { api, approve, ok, type World } from '../../setup/world.ts';
import type { Cast } from '../walk/cast.ts';
import { earner, type Staged, type Stages } from './stage.ts';

const today = ({ server }: World) => server.now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });

const draft = async (world: World) => {
  const { partner } = await earner(world);
  return ok<Payment>(await world.boss.post(`${api}/payments/`, { partner }));
};

/** A registry of one payment, after these steps. */
const ofRegistry =
  (...moves: string[]) =>
  async ({ world }: Cast): Promise<Staged & { payment: string }> => {
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
  async (cast: Cast): Promise<Staged> => {
    const { objects = {}, payment } = await ofRegistry(...moves)(cast);
    return { objects, body: { payments: [payment] } };
  };

/** Stages of the calls by which money goes out. */
export const payoutStages: Stages = {
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
  markRegistryPaid: async (cast) => ({
    ...(await ofRegistry('approve', 'send')(cast)),
    body: { paid_on: today(cast.world) },
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
