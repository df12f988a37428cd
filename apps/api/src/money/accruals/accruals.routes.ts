import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { serve } from '../../platform/http/route.ts';
import type { AccrualsService } from './accruals.service.ts';

/** Routes under /api/referral/accruals/. */
export function accrualsRoutes(app: FastifyInstance, accruals: AccrualsService, serveExport: ServeExport) {
  serve(app, routes.accruals, ({ query, viewer }) => accruals.list(viewer, query));
  serve(app, routes.createAccrual, ({ body, viewer, key }) => accruals.create(viewer, body, key));
  serve(app, routes.accrualCounts, ({ query, viewer }) => accruals.counts(viewer, query));
  serveExport(app, routes.exportAccruals, ({ query, viewer }) => accruals.export(viewer, query));
  serve(app, routes.accrual, ({ params, viewer }) => accruals.get(viewer, params.id));
  serve(app, routes.cancelAccrual, ({ params, body, viewer }) =>
    accruals.cancel(viewer, params.id, body.reason),
  );
  serve(app, routes.restoreAccrual, ({ params, body, viewer }) =>
    accruals.restore(viewer, params.id, body.reason),
  );
  serve(app, routes.reviewAccrual, ({ params, body, viewer }) =>
    accruals.review(viewer, params.id, body.reason),
  );
  serve(app, routes.releaseAccrual, ({ params, body, viewer }) =>
    accruals.release(viewer, params.id, body.reason),
  );
}
