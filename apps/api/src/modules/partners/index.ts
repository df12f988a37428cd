import type { FastifyInstance } from 'fastify';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { partnersRoutes } from './partners.routes.ts';
import { createPartnersService, type PartnersParts } from './partners.service.ts';

export type PartnersDeps = PartnersParts & {
  serveExport: ServeExport;
  publicUrl: string | undefined;
};

/** Partners' cards. */
export function createPartners({ serveExport, publicUrl, ...parts }: PartnersDeps) {
  const partners = createPartnersService(parts);
  return { routes: (app: FastifyInstance) => partnersRoutes(app, partners, serveExport, publicUrl) };
}
