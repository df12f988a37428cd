import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { createLeadComments } from './comments.ts';
import { searchLeads } from './found-leads.ts';
import { createIntake } from './intake.ts';
import { createLeadImport } from './lead-import.ts';
import { leadTags } from './lead-tags.ts';
import { leadsRoutes } from './leads.routes.ts';
import { createLeadsService } from './leads.service.ts';
import type { LeadEvents } from './transitions/lead-events.ts';
import { createLeadTransitions } from './transitions/lead-transitions.ts';

export type LeadsDeps = {
  db: Db;
  clock: Clock;
  serveExport: ServeExport;
  events: LeadEvents;
};

/** Leads: intake, lists, transitions, comments and exports. */
export function createLeads({ db, clock, serveExport, events }: LeadsDeps) {
  const intake = createIntake(clock, events);
  const transitions = createLeadTransitions(clock, events);
  const service = createLeadsService(db, clock, intake, transitions);
  const comments = createLeadComments(db, clock);
  return {
    routes: (app: FastifyInstance) =>
      leadsRoutes(app, service, comments, serveExport, (viewer, query) => leadTags(db, viewer, query)),
    intake,
    changeDeal: transitions.changeDeal,
    movePaths: transitions.applyPaths,
    ...createLeadImport(clock, events),
    search: searchLeads.bind(null, db),
  };
}
