import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { partnersRoutes } from './partners.routes.ts';
import { createPartnersService, type UsersOfPartners } from './partners.service.ts';

export type PartnersDeps = { db: Db; clock: Clock; serveExport: ServeExport; users: UsersOfPartners };

/** Partners' cards. */
export function createPartners({ db, clock, serveExport, users }: PartnersDeps) {
  const partners = createPartnersService(db, clock, users);
  return {
    routes: (app: FastifyInstance) => partnersRoutes(app, partners, serveExport),
    /** To be told of every sign-in. */
    welcome: partners.welcome,
  };
}
