import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { transitionPartner } from './partner-status.ts';
import { createPartnerWrites, toNewCards } from './partner-writes.ts';
import { partnersRepo } from './partners.repo.ts';
import { partnersRoutes } from './partners.routes.ts';
import { createPartnersService, type PartnersServiceDeps } from './partners.service.ts';

export type PartnersDeps = PartnersServiceDeps & {
  serveExport: ServeExport;
  publicUrl: string | undefined;
};

/** Cards of partners. */
export function createPartners({ serveExport, publicUrl, ...parts }: PartnersDeps) {
  const partners = createPartnersService(parts);
  return {
    routes: (app: FastifyInstance) => partnersRoutes(app, partners, serveExport, publicUrl),
    get: partners.get,
    /** Writes of cards in a transaction of another context. */
    writes: {
      ...createPartnerWrites(parts.clock, parts.enrollPartners),
      toNewCards,
      enroll: parts.enrollPartners,
      archive: (trx: Db, staff: Staff, id: string, reason: string) =>
        transitionPartner(trx, staff, id, { action: 'archive', reason }, parts.clock),
    },
    /** Search over partners. Returns an empty list for a partner. */
    search: async (viewer: Viewer, text: string, limit: number) =>
      viewer.role === 'organization' ? partnersRepo(parts.db).search(viewer.organizationId, text, limit) : [],
  };
}
