import { type LeadTagsQuery, routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { serve } from '../../platform/http/route.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { LeadComments } from './comments.ts';
import type { LeadsService } from './leads.service.ts';

/** Registers the routes under /api/referral/leads/ and the routes of comments. */
export function leadsRoutes(
  app: FastifyInstance,
  leads: LeadsService,
  comments: LeadComments,
  serveExport: ServeExport,
  tags: (viewer: Staff, query: LeadTagsQuery) => Promise<{ results: string[] }>,
) {
  serve(app, routes.leads, ({ query, viewer }) => leads.list(viewer, query));
  serve(app, routes.createLead, ({ body, viewer }) => leads.create(viewer, body));
  serve(app, routes.leadCounts, ({ query, viewer }) => leads.counts(viewer, query));
  serve(app, routes.leadTags, ({ query, viewer }) => tags(viewer, query));
  serveExport(app, routes.exportLeads, ({ query, viewer }) => leads.export(viewer, query));
  serve(app, routes.bulkMoveLeads, ({ body, viewer }) => leads.transitionMany(viewer, body));
  serve(app, routes.undoLeadTransitions, ({ body, viewer }) => leads.undoTransitions(viewer, body));
  serve(app, routes.lead, ({ params, viewer }) => leads.get(viewer, params.id));
  serve(app, routes.updateLead, ({ params, body, viewer }) => leads.update(viewer, params.id, body));
  serve(app, routes.transitionLead, ({ params, body, viewer }) => leads.transition(viewer, params.id, body));
  serve(app, routes.transferLead, ({ params, body, viewer }) => leads.transfer(viewer, params.id, body));
  serve(app, routes.leadHistory, ({ params, viewer }) => leads.history(viewer, params.id));
  serve(app, routes.leadComments, ({ params, viewer }) => comments.list(viewer, params.id));
  serve(app, routes.createLeadComment, ({ params, body, viewer, key }) =>
    comments.create(viewer, params.id, body, key),
  );
  serve(app, routes.deleteLeadComment, async ({ params, viewer }) => {
    await comments.remove(viewer, params.id);
    return undefined;
  });
}
