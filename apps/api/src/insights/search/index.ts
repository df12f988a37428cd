import { type FoundEverywhere, routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** Most of one kind. */
const MOST = 5;

/** The first rows of a kind that a text finds, as far as the viewer reaches. */
type Find<Kind extends keyof FoundEverywhere> = (
  viewer: Viewer,
  text: string,
  most: number,
) => Promise<FoundEverywhere[Kind]>;

export type SearchDeps = { readonly [Kind in keyof FoundEverywhere]: Find<Kind> };

/** One search over everything. Each kind is found by the module whose it is. */
export const createSearch = ({ leads, partners, payments, programs }: SearchDeps) => ({
  routes(app: FastifyInstance) {
    serve(app, routes.search, async ({ query: { search }, viewer }) => {
      const [foundLeads, foundPartners, foundPayments, foundPrograms] = await Promise.all([
        leads(viewer, search, MOST),
        partners(viewer, search, MOST),
        payments(viewer, search, MOST),
        programs(viewer, search, MOST),
      ]);
      return {
        leads: foundLeads,
        partners: foundPartners,
        payments: foundPayments,
        programs: foundPrograms,
      };
    });
  },
});
