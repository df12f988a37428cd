import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { serve } from '../../platform/http/route.ts';
import { logoSite } from './logo-site.ts';
import { createOrganizationService } from './organization.service.ts';

/** Settings of an organization. */
export function createOrganization({ db, clock }: { db: Db; clock: Clock }) {
  const organization = createOrganizationService(db, clock);
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.organization, ({ viewer }) => organization.get(viewer));
      serve(app, routes.updateOrganization, ({ body, viewer }) => organization.update(viewer, body));
      serve(app, routes.updateOrganizationBank, ({ body, viewer }) => organization.update(viewer, body));
      serve(app, routes.setLogo, ({ body, viewer }) => organization.setLogo(viewer, body));
      serve(app, routes.removeLogo, async ({ viewer }) => {
        await organization.removeLogo(viewer);
        return undefined;
      });
    },
    /** Logos, which are on public pages. */
    site: (app: FastifyInstance) => logoSite(app, db),
  };
}
