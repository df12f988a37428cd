import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { serve } from '../../platform/route.ts';
import { siteOf } from '../../platform/site.ts';
import { staffOf } from '../../platform/viewer.ts';
import type { PartnersService, PartnerWord } from './partners.service.ts';

const MOVES = {
  approve: routes.approvePartner,
  reject: routes.rejectPartner,
  reopen: routes.reopenPartner,
  block: routes.blockPartner,
  unblock: routes.unblockPartner,
  archive: routes.archivePartner,
  restore: routes.restorePartner,
} as const satisfies Record<PartnerWord, unknown>;

/** The calls under /api/referral/partners/, links apart. */
export function partnersRoutes(
  app: FastifyInstance,
  partners: PartnersService,
  serveExport: ServeExport,
  publicUrl: string | undefined,
) {
  serve(app, routes.partners, ({ query, request }) => partners.list(staffOf(request), query));
  serve(app, routes.createPartner, ({ body, request }) =>
    partners.create(staffOf(request), body, siteOf(request, publicUrl)),
  );
  serve(app, routes.partnerCounts, ({ query, request }) => partners.counts(staffOf(request), query));
  serveExport(app, routes.exportPartners, ({ query, request }) => partners.export(staffOf(request), query));
  serve(app, routes.partner, ({ params, request }) => partners.get(staffOf(request), params.id));
  serve(app, routes.partnerHistory, ({ params, request }) => partners.history(staffOf(request), params.id));
  serve(app, routes.updatePartner, ({ params, body, request }) =>
    partners.update(staffOf(request), params.id, body),
  );
  for (const word of Object.keys(MOVES) as PartnerWord[]) {
    serve(app, MOVES[word], ({ params, body, request }) =>
      partners.move(staffOf(request), params.id, word, body),
    );
  }
}
