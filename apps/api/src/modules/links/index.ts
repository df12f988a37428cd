import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { linksRoutes } from './links.routes.ts';
import { createLinksService } from './links.service.ts';

export type LinksDeps = { db: Db; clock: Clock; publicUrl: string | undefined };

/** Referral links and their codes. */
export function createLinks({ db, clock, publicUrl }: LinksDeps) {
  const links = createLinksService(db, clock);
  return {
    routes: (app: FastifyInstance) => linksRoutes(app, links, publicUrl),
    issueFirst: links.issueFirst,
  };
}
