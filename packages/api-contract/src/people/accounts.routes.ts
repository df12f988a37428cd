import { z } from 'zod';
import { byId, type RouteContract } from '../base/route.ts';
import {
  credentials,
  passwordChange,
  profilePatch,
  refreshRequest,
  sessions,
  tokenPair,
  user,
  verified,
  verifyRequest,
} from './accounts.ts';

/** Calls for the caller's own password and sessions. */
export const accountRoutes = {
  login: {
    method: 'POST',
    path: '/api/accounts/login/',
    name: 'Login',
    access: 'public',
    body: credentials,
    answer: tokenPair,
  },
  verify: {
    method: 'POST',
    path: '/api/accounts/verify/',
    name: 'Token verify',
    access: 'public',
    body: verifyRequest,
    answer: verified,
  },
  refresh: {
    method: 'POST',
    path: '/api/accounts/refresh/',
    name: 'Token refresh',
    access: 'public',
    body: refreshRequest,
    answer: tokenPair,
  },
  currentUser: {
    method: 'GET',
    path: '/api/accounts/users/me/',
    name: 'Current user',
    access: 'authenticated',
    answer: user,
  },
  updateProfile: {
    method: 'PATCH',
    path: '/api/accounts/users/me/',
    name: 'Profile update',
    access: 'authenticated',
    body: profilePatch,
    answer: user,
  },
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
