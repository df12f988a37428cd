import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { partnersRoutes } from './partners.routes.ts';
import { type Access, createPartnersService, type Decided, type Invitations } from './partners.service.ts';

export type PartnersDeps = {
  db: Db;
  clock: Clock;
  serveExport: ServeExport;
  invitations: Invitations;
  access: Access;
  decided: Decided;
  publicUrl: string | undefined;
};

/** Partners' cards. */
export function createPartners({ serveExport, publicUrl, ...parts }: PartnersDeps) {
  const partners = createPartnersService(parts);
  return { routes: (app: FastifyInstance) => partnersRoutes(app, partners, serveExport, publicUrl) };
}
