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
    response: tokenPair,
  },
  verify: {
    method: 'POST',
    path: '/api/accounts/verify/',
    name: 'Token verify',
    access: 'public',
    body: verifyRequest,
    response: verified,
  },
  refresh: {
    method: 'POST',
    path: '/api/accounts/refresh/',
    name: 'Token refresh',
    access: 'public',
    body: refreshRequest,
    response: tokenPair,
  },
  currentUser: {
    method: 'GET',
    path: '/api/accounts/users/me/',
    name: 'Current user',
    access: 'authenticated',
    response: user,
  },
  updateProfile: {
    method: 'PATCH',
    path: '/api/accounts/users/me/',
    name: 'Profile update',
    access: 'authenticated',
    body: profilePatch,
    response: user,
  },
  changePassword: {
    method: 'POST',
    path: '/api/accounts/password/',
    name: 'Password change',
    access: 'authenticated',
    body: passwordChange,
    status: 204,
    response: z.undefined(),
  },
  sessions: {
    method: 'GET',
    path: '/api/accounts/sessions/',
    name: 'Sessions',
    access: 'authenticated',
    response: sessions,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/accounts/sessions/',
    name: 'End of all other sessions',
    access: 'authenticated',
    status: 204,
    response: z.undefined(),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/accounts/sessions/{id}/',
    name: 'End of a session',
    access: 'authenticated',
    params: byId,
    status: 204,
    response: z.undefined(),
  },
} as const satisfies Record<string, RouteContract>;
