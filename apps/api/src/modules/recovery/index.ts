import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { createLimits } from '../../platform/http/limits.ts';
import { serve } from '../../platform/http/route.ts';
import { networkOf } from '../../platform/http/server/address.ts';
import { siteOf } from '../../platform/http/server/site.ts';
import { createRecoveryService, type RenewPassword } from './recovery.service.ts';

export type RecoveryDeps = {
  db: Db;
  clock: Clock;
  publicUrl: string | undefined;
  renewPassword: RenewPassword;
};

/** Ways back in for people who forgot their passwords. */
export function createRecovery({ db, clock, publicUrl, renewPassword }: RecoveryDeps) {
  const recovery = createRecoveryService({ db, clock, limits: createLimits(db, clock), renewPassword });
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.recoverEmployee, ({ params, viewer, request }) =>
        recovery.ofEmployee(viewer, params.id, siteOf(request, publicUrl)),
      );
      serve(app, routes.recoverPartner, ({ params, viewer, request }) =>
        recovery.ofPartner(viewer, params.id, siteOf(request, publicUrl)),
      );
      serve(app, routes.checkRecovery, ({ body, request }) =>
        recovery.check(body.token, networkOf(request.ip)),
      );
      serve(app, routes.acceptRecovery, ({ body, request }) =>
        recovery.accept(request, body, networkOf(request.ip)),
      );
    },
    ofPhone: recovery.ofPhone,
    prune: recovery.prune,
  };
}
