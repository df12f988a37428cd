import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { limitedForms } from '../../database/rules/limited-forms.ts';
import type { Dashboard } from '../../platform/dashboard/dashboard.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import { serve } from '../../platform/http/route.ts';
import { createRedirect } from './redirect.ts';
import { createReferralPageService, type ReferralPageServiceDeps } from './referral-page.service.ts';
import { referralSite } from './referral-site.ts';
import { toSender, toVisitor } from './sender.ts';
import { createVisits } from './visits.ts';

export type ReferralPageDeps = Omit<ReferralPageServiceDeps, 'limits'> & {
  /** Called when a visit cannot be stored. */
  onLostVisit: (cause: unknown) => void;
};

/** The public page of a link: its content, visits and submitted leads. */
export function createReferralPage({ onLostVisit, ...deps }: ReferralPageDeps) {
  const { db, clock } = deps;
  const limits = createLimits(db, clock);
  const service = createReferralPageService({ ...deps, limits });
  const visits = createVisits(db, clock, limits, onLostVisit);
  const redirect = createRedirect(clock, visits.record);

  return {
    routes(app: FastifyInstance) {
      serve(app, routes.referralPage, ({ params }) => service.page(params.code));
      serve(app, routes.recordClick, async ({ params, body, request }) => {
        const target = await service.find(params.code);
        return { click: visits.record(target, body, toVisitor(request)) };
      });
      serve(app, routes.submitLead, ({ params, body, request }) =>
        service.submit(params.code, body, toSender(request), 'call'),
      );
    },
    /** Registers the page at /ref/{code}. */
    site: (app: FastifyInstance, dashboard: Dashboard) => referralSite(app, { service, redirect, dashboard }),
    /** Removes expired visits and records of reached limits. */
    async prune() {
      await visits.prune();
      await limitedForms(db).prune(clock());
    },
    /** Resolves when all pending visits are stored. */
    settled: visits.settled,
  };
}
