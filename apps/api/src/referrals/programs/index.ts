import type { FastifyInstance } from 'fastify';
import type { Viewer } from '../../platform/http/viewer.ts';
import { createEnrollmentsService, type EnrollmentsDeps } from './enrollments.service.ts';
import { programsRepo } from './programs.repo.ts';
import { programsRoutes } from './programs.routes.ts';
import { createProgramsService } from './programs.service.ts';
import { termsRoutes } from './terms/terms.routes.ts';

export type ProgramsDeps = EnrollmentsDeps & { publicUrl: string | undefined };

/** Programs, their terms and the enrollments of partners in them. */
export function createPrograms({ publicUrl, ...parts }: ProgramsDeps) {
  const { db, clock } = parts;
  const programs = createProgramsService(db, clock);
  const enrollments = createEnrollmentsService(parts);
  return {
    routes: (app: FastifyInstance) => {
      programsRoutes(app, programs, enrollments, publicUrl);
      termsRoutes(app, db, clock);
    },
    get: programs.get,
    search: async (viewer: Viewer, text: string, limit: number) =>
      programsRepo(db).search(viewer, text, limit, clock()),
    approveEnrollment: enrollments.approveEnrollment,
    setEnrollment: enrollments.setEnrollment,
    enrollNewPartners: enrollments.enrollNewPartners,
  };
}
