import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { createLimits } from '../../platform/http/limits.ts';
import { createInvitationLimits } from './invitation-limits.ts';
import { invitationsRoutes } from './invitations.routes.ts';
import { createInvitationsService, type JoinAs } from './invitations.service.ts';

export type InvitationSettings = {
  /** Links of one organization. */
  perHour: number;
};

export type InvitationsDeps = {
  db: Db;
  clock: Clock;
  settings: InvitationSettings;
  publicUrl: string | undefined;
  joinAs: JoinAs;
};

/** Invitations: links by which people join organizations. */
export function createInvitations({ db, clock, settings, publicUrl, joinAs }: InvitationsDeps) {
  const limits = createInvitationLimits(createLimits(db, clock), settings.perHour);
  const invitations = createInvitationsService({ db, clock, limits, joinAs });
  return {
    routes: (app: FastifyInstance) => invitationsRoutes(app, invitations, publicUrl),
    /** The first link of a card that is being made. */
    ofCard: { admit: invitations.admit, issue: invitations.issue },
  };
}
