import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { serve } from '../../../platform/http/route.ts';
import { createGroupsService } from './groups.service.ts';
import { createPersonalTermsService } from './personal-terms.service.ts';
import { previewTerms } from './terms-preview.ts';

/** Registers the routes of groups and personal terms. */
export function termsRoutes(app: FastifyInstance, db: Db, clock: Clock) {
  const groups = createGroupsService(db, clock);
  const personal = createPersonalTermsService(db, clock);
  serve(app, routes.groups, ({ params, viewer }) => groups.list(viewer, params.id));
  serve(app, routes.createGroup, ({ params, body, viewer }) => groups.create(viewer, params.id, body));
  serve(app, routes.updateGroup, ({ params, body, viewer }) => groups.update(viewer, params.id, body));
  serve(app, routes.deleteGroup, async ({ params, viewer }) => {
    await groups.remove(viewer, params.id);
    return undefined;
  });
  serve(app, routes.assignGroup, ({ params, body, viewer }) => groups.assign(viewer, params.id, body));
  serve(app, routes.previewTerms, ({ params, body, viewer }) =>
    previewTerms(db, clock, viewer, params.id, body),
  );
  serve(app, routes.enrollmentTerms, ({ params, viewer }) => personal.get(viewer, params.id));
  serve(app, routes.partnerTerms, ({ params, viewer }) => personal.ofPartner(viewer, params.id));
  serve(app, routes.createPersonalTerms, ({ params, body, viewer }) =>
    personal.create(viewer, params.id, body),
  );
  serve(app, routes.updatePersonalTerms, ({ params, body, viewer }) =>
    personal.update(viewer, params.id, body),
  );
}
