import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { clientsRoutes } from './clients.routes.ts';
import { createClientsService } from './clients.service.ts';
import { createSalesService } from './sales.service.ts';

/** Clients and their sales. */
export function createClients({ db, clock }: { db: Db; clock: Clock }) {
  const clients = createClientsService(db, clock);
  const sales = createSalesService(db);
  return { routes: (app: FastifyInstance) => clientsRoutes(app, clients, sales) };
}
