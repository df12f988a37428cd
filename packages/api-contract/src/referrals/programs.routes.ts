import { z } from 'zod';
import { move } from '../base/moves.ts';
import { byId, type RouteContract } from '../base/route.ts';
import { rewardCase, rewardPreview } from '../money/rewards/rewards.ts';
import { enrollment, enrollmentMove, enrollmentPage, enrollmentQuery, newEnrollment } from './enrollments.ts';
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

const moves = <const Word extends string>(word: Word, name: string) =>
  ({
    method: 'POST',
    path: `${BASE}{id}/${word}/`,
    name,
    access: organization,
    params: byId,
    body: move,
    answer: program,
  }) as const satisfies RouteContract;

export const programRoutes = {
  programs: {
    method: 'GET',
    path: BASE,
    name: 'Programs',
    access: both,
    query: programQuery,
    answers: { organization: programPage, partner: programPageForPartner },
  },
  createProgram: {
    method: 'POST',
    path: BASE,
    name: 'Program creation',
    access: organization,
    cost: 'creation',
    body: newProgram,
    status: 201,
    answer: program,
  },
  programCounts: {
    method: 'GET',
    path: `${BASE}counts/`,
    name: 'Programs by status',
    access: both,
    query: programCountsQuery,
    answer: programCounts,
  },
  program: { method: 'GET', path: `${BASE}{id}/`, name: 'Program', access: both, params: byId, answers: one },
  updateProgram: {
    method: 'PATCH',
    path: `${BASE}{id}/`,
    name: 'Program update',
    access: organization,
    params: byId,
    body: programPatch,
    answer: program,
  },
  deleteProgram: {
    method: 'DELETE',
    path: `${BASE}{id}/`,
    name: 'Program deletion',
    access: organization,
    params: byId,
    status: 204,
    answer: z.undefined(),
  },
  activateProgram: moves('activate', 'Program activation'),
  pauseProgram: moves('pause', 'Program pause'),
  archiveProgram: moves('archive', 'Program archiving'),
  restoreProgram: moves('restore', 'Program restoration'),
  duplicateProgram: { ...moves('duplicate', 'Program copy'), cost: 'creation', status: 201 },
  previewReward: {
    method: 'GET',
    path: `${BASE}{id}/reward-preview/`,
    name: 'Reward preview',
    access: both,
    params: byId,
    query: rewardCase,
    answer: rewardPreview,
  },
  enrollments: {
    method: 'GET',
    path: `${BASE}{id}/enrollments/`,
    name: 'Partners of a program',
    access: organization,
    params: byId,
    query: enrollmentQuery,
    answer: enrollmentPage,
  },
  enroll: {
    method: 'POST',
    path: `${BASE}{id}/enrollments/`,
    name: 'Enrollment by the organization',
    access: organization,
    cost: 'creation',
    params: byId,
    body: newEnrollment,
    status: 201,
    answer: enrollment,
  },
  programLinks: {
    method: 'GET',
    path: `${BASE}{id}/links/`,
    name: 'Links of a program',
    access: both,
    params: byId,
    query: linkQuery,
    answer: linkPage,
  },
  joinProgram: {
    method: 'POST',
    path: `${BASE}{id}/join/`,
    name: 'Joining a program',
    access: partner,
    cost: 'creation',
    params: byId,
    answer: enrollment,
  },
  leaveProgram: {
    method: 'POST',
    path: `${BASE}{id}/leave/`,
    name: 'Leaving a program',
    access: partner,
    params: byId,
    answer: enrollment,
  },
  moveEnrollment: {
    method: 'POST',
    path: `${BASE}enrollments/{id}/transition/`,
    name: 'Enrollment transition',
    access: organization,
    params: byId,
    body: enrollmentMove,
    answer: enrollment,
  },
} as const satisfies Record<string, RouteContract>;
