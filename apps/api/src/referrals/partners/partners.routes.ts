import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { serve } from '../../platform/http/route.ts';
import { getSiteUrl } from '../../platform/http/server/site.ts';
import type { PartnerStep } from './partner-status.ts';
import type { PartnersService } from './partners.service.ts';

const TRANSITIONS = {
  approve: routes.approvePartner,
  reject: routes.rejectPartner,
  reopen: routes.reopenPartner,
  block: routes.blockPartner,
  unblock: routes.unblockPartner,
  archive: routes.archivePartner,
  restore: routes.restorePartner,
} as const satisfies Record<PartnerStep, unknown>;

/** Registers the routes under /api/referral/partners/, except those of links. */
export function partnersRoutes(
  app: FastifyInstance,
  partners: PartnersService,
  serveExport: ServeExport,
  publicUrl: string | undefined,
) {
  serve(app, routes.partners, ({ query, viewer }) => partners.list(viewer, query));
  serve(app, routes.createPartner, ({ body, viewer, request }) =>
    partners.create(viewer, body, getSiteUrl(request, publicUrl)),
  );
  serve(app, routes.partnerCounts, ({ query, viewer }) => partners.counts(viewer, query));
  serve(app, routes.sharedRequisites, ({ query, viewer }) => partners.withSame(viewer, query));
  serveExport(app, routes.exportPartners, ({ query, viewer }) => partners.export(viewer, query));
  serve(app, routes.partner, ({ params, viewer }) => partners.get(viewer, params.id));
  serve(app, routes.partnerHistory, ({ params, viewer }) => partners.history(viewer, params.id));
  serve(app, routes.updatePartner, ({ params, body, viewer }) => partners.update(viewer, params.id, body));
  for (const action of Object.keys(TRANSITIONS) as PartnerStep[]) {
    serve(app, TRANSITIONS[action], ({ params, body, viewer, request }) =>
      partners.transition(viewer, params.id, action, body, getSiteUrl(request, publicUrl)),
    );
  }
  serve(app, routes.switchPartnerOff, ({ params, viewer }) =>
    partners.switchSignIn(viewer, params.id, 'off'),
  );
  serve(app, routes.switchPartnerOn, ({ params, viewer }) => partners.switchSignIn(viewer, params.id, 'on'));
}
