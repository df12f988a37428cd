import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { ServeExport } from '../platform/export/serve-export.ts';
import { createHome } from './home/index.ts';
import { createListViews } from './list-views/index.ts';
import { createSearch, type SearchDeps } from './search/index.ts';

export type InsightsDeps = { db: Db; clock: Clock; serveExport: ServeExport; searches: SearchDeps };

/** Wires the home page, the search and saved views. */
export function createInsights({ searches, ...deps }: InsightsDeps) {
  const parts = [createHome(deps), createListViews(deps), createSearch(searches)];
  return {
    routes(app: FastifyInstance) {
      for (const { routes } of parts) routes(app);
    },
  };
}
