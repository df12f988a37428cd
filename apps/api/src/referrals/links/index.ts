import type { FastifyInstance } from 'fastify';
import type { JournalDownload } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { linksRoutes } from './links.routes.ts';
import { createLinksService, type ReadProgram } from './links.service.ts';

export type LinksDeps = {
  db: Db;
  clock: Clock;
  publicUrl: string | undefined;
  readProgram: ReadProgram;
  journalDownload: JournalDownload;
};

/** Referral links and their codes. */
export function createLinks({ db, clock, publicUrl, readProgram, journalDownload }: LinksDeps) {
  const links = createLinksService(db, clock, readProgram);
  return {
    routes: (app: FastifyInstance) => linksRoutes(app, links, { publicUrl, journalDownload }),
    issueFirst: links.issueFirst,
  };
}
