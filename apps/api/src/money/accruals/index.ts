import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { closeDuePeriods } from '../rewards/period-closes.ts';
import { accrualsRoutes } from './accruals.routes.ts';
import { createAccrualsService } from './accruals.service.ts';
import { createOpeningBalances } from './opening-balances.ts';
import { releaseAllHolds } from './release-holds.ts';

export type AccrualsDeps = { db: Db; clock: Clock; serveExport: ServeExport };

/** Accruals of partners: routes, and the job that releases holds. */
export function createAccruals({ db, clock, serveExport }: AccrualsDeps) {
  const service = createAccrualsService(db, clock);
  return {
    routes: (app: FastifyInstance) => accrualsRoutes(app, service, serveExport),
    openingBalances: createOpeningBalances(service),
    /** Releases ended holds. Called periodically. */
    releaseAllHolds: () => releaseAllHolds(db, clock),
    closeDuePeriods: () => closeDuePeriods(db, clock),
  };
}
