import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { serve } from '../../platform/http/route.ts';
import type { ClientsService } from './clients.service.ts';
import { exportClients, exportSales } from './exports.ts';
import type { SalesService } from './sales/sales.service.ts';
import type { WaitingSalesService } from './waiting/waiting-sales.service.ts';

type ClientsRoutesDeps = {
  db: Db;
  serveExport: ServeExport;
  clients: ClientsService;
  sales: SalesService;
  waiting: WaitingSalesService;
};

/** Registers the routes under /api/referral/clients/ and /api/referral/sales/. */
export function clientsRoutes(
  app: FastifyInstance,
  { db, serveExport, clients, sales, waiting }: ClientsRoutesDeps,
) {
  serve(app, routes.clients, ({ query, viewer }) => clients.list(viewer, query));
  serveExport(app, routes.exportClients, ({ query, viewer }) => exportClients(db, viewer, query));
  serve(app, routes.createClient, ({ body, viewer }) => clients.create(viewer, body));
  serve(app, routes.client, ({ params, viewer }) => clients.get(viewer, params.id));
  serve(app, routes.updateClient, ({ params, body, viewer }) => clients.update(viewer, params.id, body));
  serve(app, routes.transferClient, ({ params, body, viewer }) => clients.transfer(viewer, params.id, body));
  serve(app, routes.clientHistory, ({ params, viewer }) => clients.history(viewer, params.id));
  serve(app, routes.sales, ({ query, viewer }) => sales.list(viewer, query));
  serveExport(app, routes.exportSales, ({ query, viewer }) => exportSales(db, viewer, query));
  serve(app, routes.createSale, ({ body, viewer, key }) => sales.create(viewer, body, key));
  serve(app, routes.createSales, ({ body, viewer, key }) => sales.createMany(viewer, body, key));
  serve(app, routes.findSaleClients, ({ body, viewer }) => sales.findClients(viewer, body));
  serve(app, routes.waitingSales, ({ viewer }) => waiting.list(viewer));
  serve(app, routes.waitingSaleCount, ({ viewer }) => waiting.count(viewer));
  serve(app, routes.matchWaitingSale, ({ params, body, viewer }) => waiting.match(viewer, params.id, body));
  serve(app, routes.createWaitingClient, ({ params, body, viewer }) =>
    waiting.createClient(viewer, params.id, body),
  );
  serve(app, routes.mergeWaitingSale, ({ params, body, viewer }) => waiting.merge(viewer, params.id, body));
  serve(app, routes.rejectWaitingSale, ({ params, body, viewer }) => waiting.reject(viewer, params.id, body));
  serve(app, routes.updateSale, ({ params, body, viewer }) => sales.update(viewer, params.id, body));
  serve(app, routes.refundSale, ({ params, body, viewer, key }) =>
    sales.refund(viewer, params.id, body, key),
  );
}
