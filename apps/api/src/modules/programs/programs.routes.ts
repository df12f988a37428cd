import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/route.ts';
import { partnerOf, staffOf, viewerOf } from '../../platform/viewer.ts';
import type { EnrollmentsService } from './enrollments.service.ts';
import type { ProgramsService } from './programs.service.ts';

const MOVES = {
  activate: routes.activateProgram,
  pause: routes.pauseProgram,
  archive: routes.archiveProgram,
  restore: routes.restoreProgram,
} as const;

/** The calls under /api/referral/programs/. */
export function programsRoutes(
  app: FastifyInstance,
  programs: ProgramsService,
  enrollments: EnrollmentsService,
) {
  serve(app, routes.programs, ({ query, request }) => programs.list(viewerOf(request), query));
  serve(app, routes.createProgram, ({ body, request }) => programs.create(staffOf(request), body));
  serve(app, routes.programCounts, ({ query, request }) => programs.counts(viewerOf(request), query));
  serve(app, routes.program, ({ params, request }) => programs.get(viewerOf(request), params.id));
  serve(app, routes.updateProgram, ({ params, body, request }) =>
    programs.update(staffOf(request), params.id, body),
  );
  serve(app, routes.deleteProgram, async ({ params, request }) => {
    await programs.remove(staffOf(request), params.id);
    return undefined;
  });
  for (const word of ['activate', 'pause', 'archive', 'restore'] as const) {
    serve(app, MOVES[word], ({ params, body, request }) =>
      programs.move(staffOf(request), params.id, word, body.version),
    );
  }
  serve(app, routes.duplicateProgram, ({ params, body, request }) =>
    programs.duplicate(staffOf(request), params.id, body.version),
  );
  serve(app, routes.previewReward, ({ params, query, request }) =>
    programs.preview(viewerOf(request), params.id, query),
  );
  serve(app, routes.enrollments, ({ params, query, request }) =>
    enrollments.list(staffOf(request), params.id, query),
  );
  serve(app, routes.enroll, ({ params, body, request }) =>
    enrollments.enroll(staffOf(request), params.id, body.partner),
  );
  serve(app, routes.joinProgram, ({ params, request }) => enrollments.join(partnerOf(request), params.id));
  serve(app, routes.leaveProgram, ({ params, request }) => enrollments.leave(partnerOf(request), params.id));
  serve(app, routes.moveEnrollment, ({ params, body, request }) =>
    enrollments.move(staffOf(request), params.id, body),
  );
}
