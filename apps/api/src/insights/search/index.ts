import { routes, type SearchResults } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** Maximum number of results of each kind. */
const MAX_RESULTS = 5;

/** The first rows of one kind that match a text and are visible to the viewer. */
type Find<Kind extends keyof SearchResults> = (
  viewer: Viewer,
  text: string,
  limit: number,
) => Promise<SearchResults[Kind]>;

export type SearchDeps = { readonly [Kind in keyof SearchResults]: Find<Kind> };

/** Search over leads, clients, partners, payments and programs. Each module searches its own tables. */
export const createSearch = ({ leads, clients, partners, payments, programs }: SearchDeps) => ({
  routes(app: FastifyInstance) {
    serve(app, routes.search, async ({ query: { search }, viewer }) => {
      const [foundLeads, foundClients, foundPartners, foundPayments, foundPrograms] = await Promise.all([
        leads(viewer, search, MAX_RESULTS),
        clients(viewer, search, MAX_RESULTS),
        partners(viewer, search, MAX_RESULTS),
        payments(viewer, search, MAX_RESULTS),
        programs(viewer, search, MAX_RESULTS),
      ]);
      return {
        leads: foundLeads,
        clients: foundClients,
        partners: foundPartners,
        payments: foundPayments,
        programs: foundPrograms,
      };
    });
  },
});
