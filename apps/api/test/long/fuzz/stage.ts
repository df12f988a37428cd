import type { Objects, WalkedRoute } from '../../setup/access.ts';
import { api, ok, type World } from '../../setup/world.ts';
import type { Cast, Person } from '../walk/cast.ts';

/** Changes that make a sound call one that can be done: other objects, other fields of its body, another caller. */
export type Staged = { objects?: Partial<Objects>; body?: object; person?: Person };

export type Stages = Partial<Record<WalkedRoute['name'], (cast: Cast) => Promise<Staged>>>;

export const partnerPerson = (caller: Person['caller']): Person => ({
  name: 'a new partner',
  role: 'partner',
  caller,
});

/** A partner who has earned, with somewhere to be paid to. */
export async function earner(world: World) {
  const { card, caller } = await world.partner();
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await world.boss.post(`${api}/partners/${card.id}/payout-methods/`, account));
  // One that is new is not paid to.
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
