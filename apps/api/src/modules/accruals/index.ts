import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { accrualsRoutes } from './accruals.routes.ts';
import { createAccrualsService } from './accruals.service.ts';
import { createClaims, type OpenPayments } from './claims.ts';
import { matureAll } from './release-holds.ts';

export type AccrualsDeps = { db: Db; clock: Clock; serveExport: ServeExport; payments: OpenPayments };

/** What partners have earned, and why. */
export function createAccruals({ db, clock, serveExport, payments }: AccrualsDeps) {
  const claims = createClaims(payments);
  const service = createAccrualsService(db, clock, claims);
  return {
    routes: (app: FastifyInstance) => accrualsRoutes(app, service, serveExport),
    /** To be told of every change of a lead, in the transaction that makes it. */
    leadMoved: claims.leadMoved,
    /** To be run from time to time. */
    mature: () => matureAll(db, clock),
  };
}
