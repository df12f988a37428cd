import { exportRoute } from '../base/exports.ts';
import { byId, type RouteContract } from '../base/route.ts';
import {
  accrual,
  accrualCounts,
  accrualCountsQuery,
  accrualExportQuery,
  accrualForPartner,
  accrualPage,
  accrualPageForPartner,
  accrualQuery,
  accrualRelease,
  accrualTransition,
  newAccrual,
} from './accruals.ts';

const BASE = '/api/referral/accruals/';
const organization = ['organization'] as const;
const both = ['organization', 'partner'] as const;

export const accrualRoutes = {
  accruals: {
    method: 'GET',
    path: BASE,
    name: 'Accruals',
    access: both,
    query: accrualQuery,
    responses: { organization: accrualPage, partner: accrualPageForPartner },
  },
  createAccrual: {
    method: 'POST',
    path: BASE,
    name: 'Bonus or correction',
    access: organization,
    cost: 'creation',
    idempotency: 'optional',
    body: newAccrual,
    status: 201,
    response: accrual,
  },
  accrualCounts: {
    method: 'GET',
    path: `${BASE}counts/`,
    name: 'Accruals by status',
    access: both,
    query: accrualCountsQuery,
    response: accrualCounts,
  },
  exportAccruals: exportRoute(`${BASE}export/`, 'Accruals as a file', both, accrualExportQuery),
  accrual: {
    method: 'GET',
    path: `${BASE}{id}/`,
    name: 'Accrual',
    access: both,
    params: byId,
    responses: { organization: accrual, partner: accrualForPartner },
  },
  cancelAccrual: {
    method: 'POST',
    path: `${BASE}{id}/cancel/`,
    name: 'Accrual cancellation',
    access: organization,
    params: byId,
    body: accrualTransition,
    response: accrual,
  },
  restoreAccrual: {
    method: 'POST',
    path: `${BASE}{id}/restore/`,
    name: 'Return of a reward that was cancelled by hand',
    access: organization,
    params: byId,
    body: accrualTransition,
    response: accrual,
  },
  reviewAccrual: {
    method: 'POST',
    path: `${BASE}{id}/review/`,
    name: 'Check of an accrual',
    access: organization,
    params: byId,
    body: accrualTransition,
    response: accrual,
  },
  releaseAccrual: {
    method: 'POST',
    path: `${BASE}{id}/release/`,
    name: 'End of the check of an accrual',
    access: organization,
    params: byId,
    body: accrualRelease,
    response: accrual,
  },
} as const satisfies Record<string, RouteContract>;
