import { z } from 'zod';
import { byId, type RouteContract } from '../base/route.ts';
import { transition } from '../base/transitions.ts';
import { rewardCase, rewardPreview } from '../money/rewards/rewards.ts';
import {
  enrollment,
  enrollmentPage,
  enrollmentQuery,
  enrollmentTransition,
  newEnrollment,
} from './enrollments.ts';
import { linkPage, linkQuery } from './links.ts';
import {
  newProgram,
  program,
  programCounts,
  programCountsQuery,
  programForPartner,
  programPage,
  programPageForPartner,
  programPatch,
  programQuery,
} from './programs.ts';

const BASE = '/api/referral/programs/';
const organization = ['organization'] as const;
const partner = ['partner'] as const;
const both = ['organization', 'partner'] as const;
const one = { organization: program, partner: programForPartner };

const transitionRoute = <const Word extends string>(word: Word, name: string) =>
  ({
    method: 'POST',
    path: `${BASE}{id}/${word}/`,
    name,
    access: organization,
    params: byId,
    body: transition,
    response: program,
  }) as const satisfies RouteContract;

export const programRoutes = {
  programs: {
    method: 'GET',
    path: BASE,
    name: 'Programs',
    access: both,
    query: programQuery,
    responses: { organization: programPage, partner: programPageForPartner },
  },
  createProgram: {
    method: 'POST',
    path: BASE,
    name: 'Program creation',
    access: organization,
    cost: 'creation',
    body: newProgram,
    idempotency: 'once',
    status: 201,
    response: program,
  },
  programCounts: {
    method: 'GET',
    path: `${BASE}counts/`,
    name: 'Programs by status',
    access: both,
    query: programCountsQuery,
    response: programCounts,
  },
  program: {
    method: 'GET',
    path: `${BASE}{id}/`,
    name: 'Program',
    access: both,
    params: byId,
    responses: one,
  },
  updateProgram: {
    method: 'PATCH',
    path: `${BASE}{id}/`,
    name: 'Program update',
    access: organization,
    params: byId,
    body: programPatch,
    response: program,
  },
  deleteProgram: {
    method: 'DELETE',
    path: `${BASE}{id}/`,
    name: 'Program deletion',
    access: organization,
    params: byId,
    status: 204,
    response: z.undefined(),
  },
  activateProgram: transitionRoute('activate', 'Program activation'),
  pauseProgram: transitionRoute('pause', 'Program pause'),
  archiveProgram: transitionRoute('archive', 'Program archiving'),
  restoreProgram: transitionRoute('restore', 'Program restoration'),
  duplicateProgram: {
    ...transitionRoute('duplicate', 'Program copy'),
    cost: 'creation',
    idempotency: 'once',
    status: 201,
  },
  previewReward: {
    method: 'GET',
    path: `${BASE}{id}/reward-preview/`,
    name: 'Reward preview',
    access: both,
    params: byId,
    query: rewardCase,
    response: rewardPreview,
  },
  enrollments: {
    method: 'GET',
    path: `${BASE}{id}/enrollments/`,
    name: 'Partners of a program',
    access: organization,
    params: byId,
    query: enrollmentQuery,
    response: enrollmentPage,
  },
  enroll: {
    method: 'POST',
    path: `${BASE}{id}/enrollments/`,
    name: 'Enrollment by the organization',
    access: organization,
    cost: 'creation',
    params: byId,
    body: newEnrollment,
    idempotency: 'once',
    status: 201,
    response: enrollment,
  },
  programLinks: {
    method: 'GET',
    path: `${BASE}{id}/links/`,
    name: 'Links of a program',
    access: both,
    params: byId,
    query: linkQuery,
    response: linkPage,
  },
  joinProgram: {
    method: 'POST',
    path: `${BASE}{id}/join/`,
    name: 'Joining a program',
    access: partner,
    cost: 'creation',
    params: byId,
    response: enrollment,
  },
  leaveProgram: {
    method: 'POST',
    path: `${BASE}{id}/leave/`,
    name: 'Leaving a program',
    access: partner,
    params: byId,
    response: enrollment,
  },
  moveEnrollment: {
    method: 'POST',
    path: `${BASE}enrollments/{id}/transition/`,
    name: 'Enrollment transition',
    access: organization,
    params: byId,
    body: enrollmentTransition,
    response: enrollment,
  },
} as const satisfies Record<string, RouteContract>;
