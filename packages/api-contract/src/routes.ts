import { z } from 'zod';
import { accountRoutes } from './accounts.routes.ts';
import {
  credentials,
  profilePatch,
  refreshRequest,
  tokenPair,
  user,
  verified,
  verifyRequest,
} from './accounts.ts';
import { accrualRoutes } from './accruals.routes.ts';
import { actRoutes } from './acts.ts';
import { applicationRoutes } from './applications.ts';
import { bankFileRoutes } from './bank-files.ts';
import { bankStatementRoutes } from './bank-statements.ts';
import { bankRoutes } from './banks.ts';
import { employeeRoutes } from './employees.routes.ts';
import { health } from './health.ts';
import { homeRoutes } from './home.routes.ts';
import { invitationRoutes } from './invitations.routes.ts';
import { journalRoutes } from './journal.ts';
import { leadCommentRoutes } from './lead-comments.ts';
import { leadRoutes, publicRoutes } from './leads.routes.ts';
import { listViewRoutes } from './list-views.ts';
import { messageRoutes } from './messages.routes.ts';
import { organizationRoutes } from './organization.ts';
import { partnerRoutes } from './partners.routes.ts';
import { paymentRoutes } from './payments.routes.ts';
import { programRoutes } from './programs.routes.ts';
import { receiptRoutes } from './receipts.ts';
import { recoveryRoutes } from './recovery.routes.ts';
import { registryRoutes } from './registries.routes.ts';
import type { RouteContract } from './route.ts';
import { searchRoutes } from './search.ts';
import { senderRoutes } from './senders.ts';
import { setupRoutes } from './setup.ts';
import { sharedRequisiteRoutes } from './shared-requisites.ts';
import { taxStatusRoutes } from './tax-status.ts';
import { taxRoutes } from './taxes.ts';

/** All calls of the server. */
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
  ...accountRoutes,
  ...organizationRoutes,
  ...programRoutes,
  ...sharedRequisiteRoutes,
  ...partnerRoutes,
  ...invitationRoutes,
  ...applicationRoutes,
  ...employeeRoutes,
  ...recoveryRoutes,
  ...setupRoutes,
  ...leadRoutes,
  ...leadCommentRoutes,
  ...accrualRoutes,
  ...paymentRoutes,
  ...registryRoutes,
  ...bankFileRoutes,
  ...bankStatementRoutes,
  ...homeRoutes,
  ...messageRoutes,
  ...senderRoutes,
  ...journalRoutes,
  ...taxStatusRoutes,
  ...receiptRoutes,
  ...taxRoutes,
  ...bankRoutes,
  ...actRoutes,
  ...searchRoutes,
  ...listViewRoutes,
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
