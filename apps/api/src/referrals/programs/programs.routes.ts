import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { getSiteUrl } from '../../platform/http/server/site.ts';
import type { EnrollmentsService } from './enrollments.service.ts';
import type { ProgramsService } from './programs.service.ts';

const TRANSITIONS = {
  activate: routes.activateProgram,
  pause: routes.pauseProgram,
  archive: routes.archiveProgram,
  restore: routes.restoreProgram,
} as const;

/** Registers the routes under /api/referral/programs/. */
export function programsRoutes(
  app: FastifyInstance,
  programs: ProgramsService,
  enrollments: EnrollmentsService,
  publicUrl: string | undefined,
) {
  serve(app, routes.programs, ({ query, viewer }) => programs.list(viewer, query));
  serve(app, routes.createProgram, ({ body, viewer }) => programs.create(viewer, body));
  serve(app, routes.programCounts, ({ query, viewer }) => programs.counts(viewer, query));
  serve(app, routes.program, ({ params, viewer }) => programs.get(viewer, params.id));
  serve(app, routes.updateProgram, ({ params, body, viewer }) => programs.update(viewer, params.id, body));
  serve(app, routes.deleteProgram, async ({ params, viewer }) => {
    await programs.remove(viewer, params.id);
    return undefined;
  });
  for (const action of ['activate', 'pause', 'archive', 'restore'] as const) {
    serve(app, TRANSITIONS[action], ({ params, body, viewer }) =>
      programs.transition(viewer, params.id, action, body.version),
    );
  }
  serve(app, routes.duplicateProgram, ({ params, body, viewer }) =>
    programs.duplicate(viewer, params.id, body.version),
  );
  serve(app, routes.previewReward, ({ params, query, viewer }) => programs.preview(viewer, params.id, query));
  serve(app, routes.enrollments, ({ params, query, viewer }) => enrollments.list(viewer, params.id, query));
  serve(app, routes.enroll, ({ params, body, viewer }) =>
    enrollments.enroll(viewer, params.id, body.partner),
  );
  serve(app, routes.joinProgram, ({ params, viewer }) => enrollments.join(viewer, params.id));
  serve(app, routes.leaveProgram, ({ params, viewer }) => enrollments.leave(viewer, params.id));
  serve(app, routes.moveEnrollment, ({ params, body, viewer, request }) =>
    enrollments.transition(viewer, params.id, body, getSiteUrl(request, publicUrl)),
  );
}
