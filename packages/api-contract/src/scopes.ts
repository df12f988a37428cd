import type { RouteContract } from './base/route.ts';
import type { ApiScope } from './integrations/api-keys.ts';
import type { StaffRoute } from './permissions.ts';
import { routes } from './routes.ts';

/** Calls that an API key may make, with the scope that each requires. All other calls are closed to keys. */
export const SCOPES: Readonly<Partial<Record<StaffRoute, ApiScope>>> = {
  leads: 'leads:read',
  lead: 'leads:read',
  leadCounts: 'leads:read',
  leadTags: 'leads:read',
  leadHistory: 'leads:read',
  createLead: 'leads:write',
  updateLead: 'leads:write',
  transitionLead: 'leads:write',
  createConversion: 'leads:write',

  clients: 'clients:read',
  client: 'clients:read',
  clientHistory: 'clients:read',
  createClient: 'clients:write',
  updateClient: 'clients:write',

  sales: 'sales:read',
  waitingSales: 'sales:read',
  findSaleClients: 'sales:read',
  createSale: 'sales:write',
  createSales: 'sales:write',
  updateSale: 'sales:write',
  refundSale: 'sales:write',

  partners: 'partners:read',
  partner: 'partners:read',
  partnerCounts: 'partners:read',
  partnerHistory: 'partners:read',
  partnerLinks: 'partners:read',
  checkCode: 'partners:read',
  createPartner: 'partners:write',
  updatePartner: 'partners:write',
  enroll: 'partners:write',
  createLink: 'partners:write',
  updateLink: 'partners:write',

  programs: 'programs:read',
  program: 'programs:read',
  programCounts: 'programs:read',
  programLinks: 'programs:read',
  enrollments: 'programs:read',
  previewReward: 'programs:read',

  accruals: 'accruals:read',
  accrual: 'accruals:read',
  accrualCounts: 'accruals:read',

  payments: 'payments:read',
  payment: 'payments:read',
  paymentCounts: 'payments:read',
  paymentItems: 'payments:read',
};

const getAddress = ({ method, path }: Pick<RouteContract, 'method' | 'path'>) => `${method} ${path}`;

const byAddress = new Map(
  (Object.entries(SCOPES) as [StaffRoute, ApiScope][]).map(([name, scope]) => [
    getAddress(routes[name]),
    scope,
  ]),
);

/** Returns the scope that a call requires of an API key. Undefined for a call that is closed to keys. */
export const getScope = (route: Pick<RouteContract, 'method' | 'path'>): ApiScope | undefined =>
  byAddress.get(getAddress(route));
