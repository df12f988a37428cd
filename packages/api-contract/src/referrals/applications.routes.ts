import { z } from 'zod';
import { byId, type RouteContract } from '../base/route.ts';
import { tokenPair } from '../people/accounts.ts';
import { joinedSession } from '../people/invitations.ts';
import {
  acceptedApplication,
  applicationAcceptance,
  applicationCheck,
  applicationDecision,
  applicationState,
  applications,
  joinLink,
  joinPage,
  newApplication,
  phoneConfirmation,
} from './applications.ts';
import { partner } from './partners.ts';

const PAGE = '/api/public/join/{code}/';
const byCode = z.object({ code: z.string().regex(/^[0-9a-f]{12}$/) });

export const applicationRoutes = {
  joinPage: {
    method: 'GET',
    path: PAGE,
    name: 'Page for new partners',
    access: 'public',
    params: byCode,
    response: joinPage,
  },
  apply: {
    method: 'POST',
    path: PAGE,
    name: 'Application of a partner',
    access: 'public',
    params: byCode,
    body: newApplication,
    status: 202,
    response: acceptedApplication,
  },
  confirmApplication: {
    method: 'POST',
    path: '/api/public/applications/confirm/',
    name: 'Proof of the phone of an application',
    access: 'public',
    body: phoneConfirmation,
    response: tokenPair,
  },
  checkApplication: {
    method: 'POST',
    path: '/api/public/applications/check/',
    name: 'State of an application',
    access: 'public',
    body: applicationCheck,
    response: applicationState,
  },
  acceptApplication: {
    method: 'POST',
    path: '/api/public/applications/accept/',
    name: 'First sign-in after an approved application',
    access: 'public',
    body: applicationAcceptance,
    response: joinedSession,
  },
  joinLink: {
    method: 'GET',
    path: '/api/referral/programs/{id}/join-link/',
    name: 'Link by which people become partners by themselves',
    access: ['organization'],
    cost: 'creation',
    params: byId,
    response: joinLink,
  },
  partnerApplications: {
    method: 'GET',
    path: '/api/referral/partners/{id}/applications/',
    name: 'Applications of a partner',
    access: ['organization'],
    params: byId,
    response: applications,
  },
  decideApplication: {
    method: 'POST',
    path: '/api/referral/partners/{id}/applications/decide/',
    name: 'Decision on an application',
    access: ['organization'],
    params: byId,
    body: applicationDecision,
    response: partner,
  },
} as const satisfies Record<string, RouteContract>;
