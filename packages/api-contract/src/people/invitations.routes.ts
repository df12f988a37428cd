import { z } from 'zod';
import { byId, type RouteContract } from '../base/route.ts';
import {
  invitation,
  invitationCheck,
  invitationConsent,
  invitationLink,
  joinedSession,
} from './invitations.ts';

const OF_PARTNER = '/api/referral/partners/{id}/invitation/';
const organization = ['organization'] as const;

export const invitationRoutes = {
  invitePartner: {
    method: 'POST',
    path: OF_PARTNER,
    name: 'New invitation link of a partner',
    cost: 'creation',
    access: organization,
    params: byId,
    idempotency: 'once',
    status: 201,
    response: invitationLink,
  },
  revokeInvitation: {
    method: 'DELETE',
    path: OF_PARTNER,
    name: 'End of an invitation link',
    access: organization,
    params: byId,
    status: 204,
    response: z.undefined(),
  },
  checkInvitation: {
    method: 'POST',
    path: '/api/public/invitations/check/',
    name: 'What an invitation link is for',
    access: 'public',
    body: invitationCheck,
    response: invitation,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/public/invitations/accept/',
    name: 'Joining by an invitation link',
    access: 'public',
    body: invitationConsent,
    response: joinedSession,
  },
} as const satisfies Record<string, RouteContract>;
