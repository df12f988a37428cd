import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { clientsRoutes } from './clients.routes.ts';
import { createClientsService } from './clients.service.ts';
import { type ChangeDeal, createSalesService } from './sales.service.ts';

/** Clients and their sales. */
export function createClients({ db, clock, changeDeal }: { db: Db; clock: Clock; changeDeal: ChangeDeal }) {
  const clients = createClientsService(db, clock);
  const sales = createSalesService(db, clock, changeDeal);
  return { routes: (app: FastifyInstance) => clientsRoutes(app, clients, sales) };
}
