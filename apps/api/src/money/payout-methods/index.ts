import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { PhoneProof } from '../../people/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import { serve } from '../../platform/http/route.ts';
import { toNetwork } from '../../platform/http/server/address.ts';
import { createMethodProof } from './method-proof.ts';
import { createPayoutMethodsService } from './payout-methods.service.ts';

type PayoutMethodsDeps = { db: Db; clock: Clock; proof: PhoneProof | undefined };

/** Routes of the payout methods of partners. */
export function createPayoutMethods({ db, clock, proof }: PayoutMethodsDeps) {
  const methods = createPayoutMethodsService(db, clock, proof !== undefined);
  const byCode = createMethodProof({ db, limits: createLimits(db, clock), proof, methods });
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.payoutMethods, ({ params, viewer }) => methods.list(viewer, params.id));
      serve(app, routes.createPayoutMethod, ({ params, body, viewer }) =>
        methods.create(viewer, params.id, body),
      );
      serve(app, routes.sendPayoutMethodCode, ({ params, viewer, request }) =>
        byCode.send(viewer, params.id, toNetwork(request.ip)),
      );
      serve(app, routes.provePayoutMethod, ({ params, body, viewer, request }) =>
        byCode.prove(viewer, params.id, body.code, toNetwork(request.ip)),
      );
      serve(app, routes.preferPayoutMethod, ({ params, viewer }) => methods.prefer(viewer, params.id));
      serve(app, routes.deletePayoutMethod, async ({ params, viewer }) => {
        await methods.remove(viewer, params.id);
        return undefined;
      });
    },
  };
}
