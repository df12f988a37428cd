import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { serve } from '../../platform/http/route.ts';
import { toNetwork } from '../../platform/http/server/address.ts';
import { createSealer } from '../../platform/sealed.ts';
import type { IncomingLead } from '../leads/leads.ts';
import { createConversionsService } from './conversions.service.ts';
import { createReceiveForm } from './forms/receive-form.ts';
import { createSiteFormsService } from './forms/site-forms.service.ts';
import { ownSiteState } from './state.ts';

export type OwnSiteDeps = {
  db: Db;
  clock: Clock;
  /** Secret key of the server; encrypts the addresses for forms. */
  secretKey: string;
  takeLead: (trx: Db, lead: IncomingLead) => Promise<string>;
};

/** Leads from the organization's own site. */
export function createOwnSite({ db, clock, secretKey, takeLead }: OwnSiteDeps) {
  const conversions = createConversionsService(db, clock, takeLead);
  const siteForms = createSiteFormsService({ db, clock, sealer: createSealer(secretKey, 'site forms') });
  const receive = createReceiveForm({ db, clock, conversions });
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.ownSite, ({ viewer }) => ownSiteState(db, viewer, clock()));
      serve(app, routes.createConversion, ({ viewer, body }) => conversions.create(viewer, body));
      serve(app, routes.siteForms, ({ viewer }) => siteForms.list(viewer));
      serve(app, routes.createSiteForm, ({ viewer, body }) => siteForms.create(viewer, body.program));
      serve(app, routes.updateSiteForm, ({ viewer, params, body }) =>
        siteForms.update(viewer, params.id, body.is_on),
      );
      serve(app, routes.rotateSiteForm, ({ viewer, params }) => siteForms.rotate(viewer, params.id));
      serve(app, routes.receiveSiteForm, ({ params, body, request }) =>
        receive(params.code, toNetwork(request.ip), body),
      );
    },
  };
}
