import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { linksRoutes } from './links.routes.ts';
import { type CheckProgram, createLinksService } from './links.service.ts';

export type LinksDeps = {
  db: Db;
  clock: Clock;
  publicUrl: string | undefined;
  checkProgram: CheckProgram;
};

/** Referral links and their codes. */
export function createLinks({ db, clock, publicUrl, checkProgram }: LinksDeps) {
  const links = createLinksService(db, clock, checkProgram);
  return {
    routes: (app: FastifyInstance) => linksRoutes(app, links, publicUrl),
    issueFirst: links.issueFirst,
  };
}
