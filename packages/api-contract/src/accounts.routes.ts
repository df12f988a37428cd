import { z } from 'zod';
import { passwordChange, sessions } from './accounts.ts';
import { byId, type RouteContract } from './route.ts';

/** Calls for the caller's own password and sessions. */
export const accountRoutes = {
  changePassword: {
    method: 'POST',
    path: '/api/accounts/password/',
    name: 'Password change',
    access: 'authenticated',
    body: passwordChange,
    status: 204,
    answer: z.undefined(),
  },
  sessions: {
    method: 'GET',
    path: '/api/accounts/sessions/',
    name: 'Sessions',
    access: 'authenticated',
    answer: sessions,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/accounts/sessions/',
    name: 'End of all other sessions',
    access: 'authenticated',
    status: 204,
    answer: z.undefined(),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/accounts/sessions/{id}/',
    name: 'End of a session',
    access: 'authenticated',
    params: byId,
    status: 204,
    answer: z.undefined(),
  },
} as const satisfies Record<string, RouteContract>;
