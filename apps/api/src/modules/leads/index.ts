import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { createIntake } from './intake.ts';
import type { LeadMoved } from './lead-moved.ts';
import { createLeadMoves } from './lead-transitions.ts';
import { leadsRoutes } from './leads.routes.ts';
import { createLeadsService } from './leads.service.ts';

export type LeadsDeps = {
  db: Db;
  clock: Clock;
  serveExport: ServeExport;
  /** What else happens in the transaction of a lead's change. */
  leadMoved: LeadMoved;
};

/** Leads, from wherever they come, and what becomes of them. */
export function createLeads({ db, clock, serveExport, leadMoved }: LeadsDeps) {
  const intake = createIntake(clock, leadMoved);
  const service = createLeadsService(db, clock, intake, createLeadMoves(clock, leadMoved));
  return { routes: (app: FastifyInstance) => leadsRoutes(app, service, serveExport), intake };
}
