import type { RouteEntry } from '../../setup/access.ts';
import type { Objects } from '../../setup/access-bodies.ts';
import { api, ok, type World } from '../../setup/world.ts';
import type { Person, Scenario } from '../walk/scenario.ts';

/** Objects, body fields or a caller that replace the default ones so that the call succeeds. */
export type Prepared = { objects?: Partial<Objects>; body?: object; person?: Person };

export type Preparations = Partial<Record<RouteEntry['name'], (scenario: Scenario) => Promise<Prepared>>>;

export const partnerPerson = (caller: Person['caller']): Person => ({
  name: 'a new partner',
  role: 'partner',
  caller,
});

/** Creates a partner with an available bonus and a payout method. */
export async function earner(world: World) {
  const { card, caller } = await world.partner();
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await world.boss.post(`${api}/partners/${card.id}/payout-methods/`, account));
  // A new payout method cannot be used yet.
  const default_since = new Date('2020-01-01T00:00:00Z');
  await world.server.db
    .updateTable('payout_methods')
    .set({ default_since })
    .where('partner_id', '=', card.id)
    .execute();
  const bonus = { partner: card.id, kind: 'bonus', amount_kop: 200_000, explanation: 'За встречу' };
  const accrual = ok<{ id: string }>(await world.boss.post(`${api}/accruals/`, bonus)).id;
  return { partner: card.id, caller, accrual };
}
