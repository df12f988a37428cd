import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { idempotencyKeyOf } from '../../platform/idempotency.ts';
import { serve } from '../../platform/route.ts';
import { staffOf, viewerOf } from '../../platform/viewer.ts';
import type { AccrualsService } from './accruals.service.ts';

/** The calls under /api/referral/accruals/. */
export function accrualsRoutes(app: FastifyInstance, accruals: AccrualsService, serveExport: ServeExport) {
  serve(app, routes.accruals, ({ query, request }) => accruals.list(viewerOf(request), query));
  serve(app, routes.createAccrual, ({ body, request }) =>
    accruals.create(staffOf(request), body, idempotencyKeyOf(request, 'optional')),
  );
  serve(app, routes.accrualCounts, ({ query, request }) => accruals.counts(viewerOf(request), query));
  serveExport(app, routes.exportAccruals, ({ query, request }) => accruals.export(viewerOf(request), query));
  serve(app, routes.accrual, ({ params, request }) => accruals.get(viewerOf(request), params.id));
  serve(app, routes.cancelAccrual, ({ params, body, request }) =>
    accruals.cancel(staffOf(request), params.id, body.reason),
  );
  serve(app, routes.restoreAccrual, ({ params, body, request }) =>
    accruals.restore(staffOf(request), params.id, body.reason),
  );
  serve(app, routes.reviewAccrual, ({ params, body, request }) =>
    accruals.review(staffOf(request), params.id, body.reason),
  );
  serve(app, routes.releaseAccrual, ({ params, body, request }) =>
    accruals.release(staffOf(request), params.id, body.reason),
  );
}
