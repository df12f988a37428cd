import { exportRoute } from '../../base/exports.ts';
import { byId, type RouteContract } from '../../base/route.ts';
import {
  client,
  clientExportQuery,
  clientForPartner,
  clientHistory,
  clientPage,
  clientPageForPartner,
  clientPatch,
  clientQuery,
  clientTransfer,
  newClient,
} from './clients.ts';
import {
  newSale,
  sale,
  saleExportQuery,
  salePage,
  salePageForPartner,
  salePatch,
  saleQuery,
  saleRefund,
} from './sales.ts';

const BASE = '/api/referral/clients/';
const SALES = '/api/referral/sales/';
const organization = ['organization'] as const;
const both = ['organization', 'partner'] as const;

export const clientRoutes = {
  clients: {
    method: 'GET',
    path: BASE,
    name: 'Clients',
    access: both,
    query: clientQuery,
    responses: { organization: clientPage, partner: clientPageForPartner },
  },
  exportClients: exportRoute(`${BASE}export/`, 'Clients as a file', both, clientExportQuery),
  createClient: {
    method: 'POST',
    path: BASE,
    name: 'Client creation',
    access: organization,
    cost: 'creation',
    body: newClient,
    status: 201,
    response: client,
  },
  client: {
    method: 'GET',
    path: `${BASE}{id}/`,
    name: 'Client',
    access: both,
    params: byId,
    responses: { organization: client, partner: clientForPartner },
  },
  updateClient: {
    method: 'PATCH',
    path: `${BASE}{id}/`,
    name: 'Client update',
    access: organization,
    params: byId,
    body: clientPatch,
    response: client,
  },
  transferClient: {
    method: 'POST',
    path: `${BASE}{id}/transfer/`,
    name: 'Transfer of a client to another partner',
    access: organization,
    params: byId,
    body: clientTransfer,
    response: client,
  },
  clientHistory: {
    method: 'GET',
    path: `${BASE}{id}/history/`,
    name: 'History of a client',
    access: organization,
    params: byId,
    response: clientHistory,
  },
} as const satisfies Record<string, RouteContract>;

export const saleRoutes = {
  sales: {
    method: 'GET',
    path: SALES,
    name: 'Sales',
    access: both,
    query: saleQuery,
    responses: { organization: salePage, partner: salePageForPartner },
  },
  exportSales: exportRoute(`${SALES}export/`, 'Sales as a file', both, saleExportQuery),
  createSale: {
    method: 'POST',
    path: SALES,
    name: 'Sale creation',
    access: organization,
    cost: 'creation',
    idempotency: 'required',
    body: newSale,
    status: 201,
    response: sale,
  },
  updateSale: {
    method: 'PATCH',
    path: `${SALES}{id}/`,
    name: 'Sale update',
    access: organization,
    params: byId,
    body: salePatch,
    response: sale,
  },
  refundSale: {
    method: 'POST',
    path: `${SALES}{id}/refund/`,
    name: 'Refund of a sale',
    access: organization,
    idempotency: 'required',
    params: byId,
    body: saleRefund,
    response: sale,
  },
} as const satisfies Record<string, RouteContract>;
