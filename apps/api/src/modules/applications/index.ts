import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { networkOf } from '../../platform/http/server/address.ts';
import { type ApplicationsParts, createApplicationsService } from './applications.service.ts';

/** Partners who come by themselves. */
export function createApplications(parts: ApplicationsParts) {
  const applications = createApplicationsService(parts);
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.joinPage, ({ params }) => applications.page(params.code));
      serve(app, routes.apply, ({ params, body, request }) =>
        applications.apply(params.code, body, {
          address: request.ip,
          network: networkOf(request.ip),
          userAgent: request.headers['user-agent'] ?? '',
          requestId: request.id,
        }),
      );
      serve(app, routes.checkApplication, ({ body, request }) =>
        applications.state(body.token, networkOf(request.ip)),
      );
      serve(app, routes.partnerApplications, ({ params, viewer }) =>
        applications.ofPartner(viewer, params.id),
      );
    },
    decided: applications.decided,
  };
}
