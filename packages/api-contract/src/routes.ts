import { z } from 'zod';
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
import { accrualRoutes } from './accruals.routes.ts';
import { health } from './health.ts';
import { homeRoutes } from './home.routes.ts';
import { leadRoutes, publicRoutes } from './leads.routes.ts';
import { organizationRoutes } from './organization.ts';
import { partnerRoutes } from './partners.routes.ts';
import { paymentRoutes } from './payments.routes.ts';
import { programRoutes } from './programs.routes.ts';
import { byId, type RouteContract } from './route.ts';

/** Every call the server answers. */
export const routes = {
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
  ...organizationRoutes,
  ...programRoutes,
  ...partnerRoutes,
  ...leadRoutes,
  ...accrualRoutes,
  ...paymentRoutes,
  ...homeRoutes,
  ...publicRoutes,
  schema: {
    method: 'GET',
    path: '/api/schema/',
    name: 'This description',
    access: 'public',
    answer: z.looseObject({ openapi: z.string() }),
  },
  health: {
    method: 'GET',
    path: '/api/health/',
    name: 'Health',
    access: 'public',
    answer: health,
  },
} as const satisfies Record<string, RouteContract>;
