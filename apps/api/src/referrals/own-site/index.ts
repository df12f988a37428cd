import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { serve } from '../../platform/http/route.ts';
import type { IncomingLead } from '../leads/leads.ts';
import { createConversionsService } from './conversions.service.ts';
import { ownSiteState } from './state.ts';

export type OwnSiteDeps = {
  db: Db;
  clock: Clock;
  takeLead: (trx: Db, lead: IncomingLead) => Promise<string>;
};

/** Leads from the organization's own site. */
export function createOwnSite({ db, clock, takeLead }: OwnSiteDeps) {
  const conversions = createConversionsService(db, clock, takeLead);
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.ownSite, ({ viewer }) => ownSiteState(db, viewer, clock()));
      serve(app, routes.createConversion, ({ viewer, body }) => conversions.create(viewer, body));
    },
  };
}
