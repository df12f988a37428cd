import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { partnersRoutes } from './partners.routes.ts';
import { createPartnersService, type Invitations } from './partners.service.ts';

export type PartnersDeps = {
  db: Db;
  clock: Clock;
  serveExport: ServeExport;
  invitations: Invitations;
  publicUrl: string | undefined;
};

/** Partners' cards. */
export function createPartners({ db, clock, serveExport, invitations, publicUrl }: PartnersDeps) {
  const partners = createPartnersService(db, clock, invitations);
  return { routes: (app: FastifyInstance) => partnersRoutes(app, partners, serveExport, publicUrl) };
}
