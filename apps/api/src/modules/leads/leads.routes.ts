import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { serve } from '../../platform/route.ts';
import { staffOf, viewerOf } from '../../platform/viewer.ts';
import type { LeadsService } from './leads.service.ts';

/** The calls under /api/referral/leads/. */
export function leadsRoutes(app: FastifyInstance, leads: LeadsService, serveExport: ServeExport) {
  serve(app, routes.leads, ({ query, request }) => leads.list(viewerOf(request), query));
  serve(app, routes.createLead, ({ body, request }) => leads.create(viewerOf(request), body));
  serve(app, routes.leadCounts, ({ query, request }) => leads.counts(viewerOf(request), query));
  serveExport(app, routes.exportLeads, ({ query, request }) => leads.export(viewerOf(request), query));
  serve(app, routes.bulkMoveLeads, ({ body, request }) => leads.moveMany(staffOf(request), body));
  serve(app, routes.lead, ({ params, request }) => leads.get(viewerOf(request), params.id));
  serve(app, routes.updateLead, ({ params, body, request }) =>
    leads.update(staffOf(request), params.id, body),
  );
  serve(app, routes.moveLead, ({ params, body, request }) => leads.move(staffOf(request), params.id, body));
  serve(app, routes.leadHistory, ({ params, request }) => leads.history(viewerOf(request), params.id));
}
