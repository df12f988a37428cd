import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { serve } from '../../platform/route.ts';
import { viewerOf } from '../../platform/viewer.ts';
import { createPayoutMethodsService } from './payout-methods.service.ts';

/** Where partners are paid. */
export function createPayoutMethods({ db, clock }: { db: Db; clock: Clock }) {
  const methods = createPayoutMethodsService(db, clock);
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.payoutMethods, ({ params, request }) => methods.list(viewerOf(request), params.id));
      serve(app, routes.createPayoutMethod, ({ params, body, request }) =>
        methods.create(viewerOf(request), params.id, body),
      );
      serve(app, routes.preferPayoutMethod, ({ params, request }) =>
        methods.prefer(viewerOf(request), params.id),
      );
      serve(app, routes.deletePayoutMethod, async ({ params, request }) => {
        await methods.remove(viewerOf(request), params.id);
        return undefined;
      });
    },
  };
}
