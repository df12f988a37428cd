import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { serve } from '../../platform/http/route.ts';
import { createPayoutMethodsService } from './payout-methods.service.ts';

/** Payout methods of partners. */
export function createPayoutMethods({ db, clock }: { db: Db; clock: Clock }) {
  const methods = createPayoutMethodsService(db, clock);
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.payoutMethods, ({ params, viewer }) => methods.list(viewer, params.id));
      serve(app, routes.createPayoutMethod, ({ params, body, viewer }) =>
        methods.create(viewer, params.id, body),
      );
      serve(app, routes.preferPayoutMethod, ({ params, viewer }) => methods.prefer(viewer, params.id));
      serve(app, routes.deletePayoutMethod, async ({ params, viewer }) => {
        await methods.remove(viewer, params.id);
        return undefined;
      });
    },
  };
}
