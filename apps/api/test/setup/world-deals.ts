import type { Lead, Program, Sale } from '@referral-dashboard/api-contract';
import { api, ok, type World } from './world.ts';

/** Deals and changes of sales over HTTP. `of` returns the current world. */
export const createWorldDeals = (of: () => World) => {
  const move = async (id: string, to: string, more: object = {}) => {
    const { boss } = of();
    const { version } = ok<Lead>(await boss.get(`${api}/leads/${id}/`));
    return ok<Lead>(await boss.post(`${api}/leads/${id}/transition/`, { to, version, ...more }));
  };
  /** Wins a lead for 10,000 ₽. */
  const win = async ({ id: program }: Pick<Program, 'id'>, partner: string) => {
    const { id } = await of().lead(program, { partner });
    await move(id, 'in_progress');
    return move(id, 'won', { deal_amount_kop: 1_000_000 });
  };
  const change = async ({ id, version }: Sale, body: object) =>
    ok<Sale>(await of().boss.patch(`${api}/sales/${id}/`, { ...body, version }));
  return { move, win, change };
};
