import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { serve } from '../../platform/http/route.ts';
import { createClosedMonthsService } from './closed-months.service.ts';

/** Routes of the months that owners close. */
export function createClosedMonths({ db, clock }: { db: Db; clock: Clock }) {
  const closedMonths = createClosedMonthsService(db, clock);
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.closedMonths, ({ viewer }) => closedMonths.get(viewer));
      serve(app, routes.closeMonth, ({ viewer, body }) => closedMonths.close(viewer, body.month));
      serve(app, routes.reopenMonth, ({ viewer, body }) => closedMonths.reopen(viewer, body));
    },
  };
}
