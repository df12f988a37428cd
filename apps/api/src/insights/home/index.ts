import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { serve } from '../../platform/http/route.ts';
import { balances } from './balance.ts';
import { series, summary } from './figures.ts';
import { income, incomeExport } from './income.ts';
import { saleFigures } from './sales.ts';
import { start } from './start.ts';
import { summaryExport } from './summary-sheet.ts';
import { dismissTask } from './tasks/dismiss-task.ts';
import { organizationTasks } from './tasks/organization-tasks.ts';
import { partnerTasks } from './tasks/partner-tasks.ts';
import { top } from './top.ts';

export type HomeDeps = { db: Db; clock: Clock; serveExport: ServeExport };

/** Content of the home page: figures over time, tasks and balances. Only the dismissal of a task writes to the database. */
export function createHome({ db, clock, serveExport }: HomeDeps) {
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.homeSummary, ({ query, viewer }) => summary(db, viewer, query, clock()));
      serveExport(app, routes.exportHomeSummary, ({ query, viewer }) =>
        summaryExport(async () => ({
          ...(await saleFigures(db, viewer, query, clock())).current,
          ...(await summary(db, viewer, query, clock())).current,
        })),
      );
      serve(app, routes.homeSales, ({ query, viewer }) => saleFigures(db, viewer, query, clock()));
      serve(app, routes.homeSeries, ({ query, viewer }) => series(db, viewer, query, clock()));
      serve(app, routes.homeTasks, async ({ viewer }) => {
        return viewer.role === 'organization'
          ? { results: await organizationTasks(db, viewer, clock()) }
          : { results: await partnerTasks(db, viewer, clock()) };
      });
      serve(app, routes.dismissTask, ({ body, viewer }) => dismissTask(db, viewer, body, clock));
      serve(app, routes.homeTop, ({ query, viewer }) => top(db, viewer, query, clock()));
      serve(app, routes.homeIncome, ({ query, viewer }) => income(db, viewer, query, clock()));
      serveExport(app, routes.exportHomeIncome, ({ viewer }) => incomeExport(db, viewer, clock()));
      serve(app, routes.homeBalance, ({ viewer }) => balances(db, viewer, clock()));
      serve(app, routes.homeStart, ({ viewer }) => start(db, viewer));
    },
  };
}
