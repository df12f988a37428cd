import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { type ApplyDeps, createApplyEvents } from './apply-events.ts';
import { eraseBodiesOf, pruneEvents } from './erase-bodies.ts';
import { createInboxService } from './inbox.service.ts';

/** Events of other systems. Each is stored once and applied once. */
export function createInbox(deps: ApplyDeps) {
  const { db, clock } = deps;
  const inbox = createInboxService(db, clock);
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.outsideEvents, ({ query, viewer }) => inbox.list(viewer, query));
      serve(app, routes.outsideEvent, ({ params, viewer }) => inbox.get(viewer, params.id));
      serve(app, routes.retryOutsideEvent, ({ params, viewer }) => inbox.retry(viewer, params.id));
      serve(app, routes.rejectOutsideEvent, ({ params, body, viewer }) =>
        inbox.reject(viewer, params.id, body),
      );
    },
    /** Applies due events. */
    apply: createApplyEvents(deps),
    prune: () => pruneEvents(db, clock),
    /** Erases the bodies that name an object. Returns the number of events; undefined without such events. */
    eraseBodies: (subjectId: string) => eraseBodiesOf(db, subjectId, clock),
  };
}
