import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Dashboard } from '../../platform/dashboard/dashboard.ts';
import type { Db } from '../../platform/db/db.ts';
import { serve } from '../../platform/http/route.ts';
import { getSiteUrl } from '../../platform/http/server/site.ts';
import { logoSite } from './logo-site.ts';
import { createOrganizationService } from './organization.service.ts';
import { policySite } from './policy-site.ts';

/** Wires the settings and public pages of organizations. */
export function createOrganization({
  db,
  clock,
  publicUrl,
  onChange,
}: {
  db: Db;
  clock: Clock;
  publicUrl: string | undefined;
  /** Called after every change of the settings. */
  onChange: () => void;
}) {
  const organization = createOrganizationService(db, clock, onChange);
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.organization, ({ viewer }) => organization.get(viewer));
      serve(app, routes.updateOrganization, ({ body, viewer, request }) =>
        organization.update(viewer, body, getSiteUrl(request, publicUrl)),
      );
      serve(app, routes.updateOrganizationBank, ({ body, viewer, request }) =>
        organization.update(viewer, body, getSiteUrl(request, publicUrl)),
      );
      serve(app, routes.setLogo, ({ body, viewer }) => organization.setLogo(viewer, body));
      serve(app, routes.removeLogo, async ({ viewer }) => {
        await organization.removeLogo(viewer);
        return undefined;
      });
    },
    /** Registers the public pages: logos and privacy policies. */
    site(app: FastifyInstance, dashboard: Dashboard) {
      logoSite(app, db);
      policySite(app, db, dashboard);
    },
  };
}
