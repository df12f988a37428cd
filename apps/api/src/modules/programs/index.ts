import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { createEnrollmentsService, type IssueFirstLink } from './enrollments.service.ts';
import { programsRepo } from './programs.repo.ts';
import { programsRoutes } from './programs.routes.ts';
import { createProgramsService } from './programs.service.ts';

export type ProgramsDeps = { db: Db; clock: Clock; issueFirstLink: IssueFirstLink };

/** Programs, their terms, and who takes part in them. */
export function createPrograms({ db, clock, issueFirstLink }: ProgramsDeps) {
  const programs = createProgramsService(db, clock);
  const enrollments = createEnrollmentsService(db, clock, issueFirstLink);
  return {
    routes: (app: FastifyInstance) => programsRoutes(app, programs, enrollments),
    get: programs.get,
    found: async (viewer: Viewer, text: string, most: number) =>
      programsRepo(db).found(viewer, text, most, clock()),
    approvePlace: enrollments.approvePlace,
    takeNewcomer: enrollments.takeNewcomer,
  };
}
