import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import { createEmployeeInvitations } from './employee-invitations.ts';
import { createInvitationLimits } from './invitation-limits.ts';
import { invitationsRoutes } from './invitations.routes.ts';
import { createInvitationsService, type InvitedPeople } from './invitations.service.ts';
import { createPartnerInvitations } from './partner-invitations.ts';

export type InvitationSettings = {
  /** Number of links that an organization may create in an hour. */
  perHour: number;
};

export type InvitationsDeps = {
  db: Db;
  clock: Clock;
  settings: InvitationSettings;
  publicUrl: string | undefined;
  people: InvitedPeople;
};

/** Wires invitations: links through which users join organizations. */
export function createInvitations({ db, clock, settings, publicUrl, people }: InvitationsDeps) {
  const limits = createInvitationLimits(createLimits(db, clock), settings.perHour);
  const ofPartners = createPartnerInvitations(db, clock, limits);
  const ofEmployees = createEmployeeInvitations(db, clock, limits);
  const service = createInvitationsService({ db, clock, limits, people });
  return {
    routes: (app: FastifyInstance) =>
      invitationsRoutes(app, { service: service, ofPartners, ofEmployees }, publicUrl),
    /** Creates the first link of a new card. */
    ofCard: { admit: ofPartners.admit, issue: ofPartners.issue },
    ofEmployees,
  };
}
