import { z } from 'zod';
import { countsBy } from '../base/counts.ts';
import { byId, type RouteContract } from '../base/route.ts';
import { approval, transition } from '../base/transitions.ts';
import { cancellation } from './kept-files.ts';
import {
  formedRegistries,
  newRegistry,
  REGISTRY_FILES,
  registryCountsQuery,
  registryFailed,
  registryFileQuery,
  registryLinePage,
  registryLineQuery,
  registryMachine,
  registryPage,
  registryPaid,
  registryQuery,
  registryRemoval,
  registryWithTotals,
} from './registries.ts';

const BASE = '/api/referral/registries/';
const access = ['organization'] as const;

const transitionRoute = <const Word extends string, const Body extends RouteContract['body']>(
  word: Word,
  name: string,
  body: Body,
) =>
  ({
    method: 'POST',
    path: `${BASE}{id}/${word}/`,
    name,
    access,
    cost: 'bulk',
    params: byId,
    body,
    response: registryWithTotals,
  }) as const;

export const registryRoutes = {
  registries: {
    method: 'GET',
    path: BASE,
    name: 'Registries',
    access,
    query: registryQuery,
    response: registryPage,
  },
  createRegistry: {
    method: 'POST',
    path: BASE,
    name: 'Registry forming',
    access,
    cost: 'bulk',
    idempotency: 'optional',
    body: newRegistry,
    status: 201,
    response: formedRegistries,
  },
  registryCounts: {
    method: 'GET',
    path: `${BASE}counts/`,
    name: 'Registries by status',
    access,
    query: registryCountsQuery,
    response: countsBy(registryMachine),
  },
  registry: {
    method: 'GET',
    path: `${BASE}{id}/`,
    name: 'Registry',
    access,
    params: byId,
    response: registryWithTotals,
  },
  registryLines: {
    method: 'GET',
    path: `${BASE}{id}/payments/`,
    name: 'Payments of a registry',
    access,
    params: byId,
    query: registryLineQuery,
    response: registryLinePage,
  },
  registryFile: {
    method: 'GET',
    path: `${BASE}{id}/file/`,
    name: 'Registry as a file for the bank',
    access,
    cost: 'export',
    params: byId,
    query: registryFileQuery,
    media: Object.values(REGISTRY_FILES) as readonly string[],
    response: z.string(),
  },
  approveRegistry: transitionRoute('approve', 'Registry approval', approval),
  sendRegistry: transitionRoute('send', 'Registry sent to the bank', transition),
  cancelRegistry: transitionRoute('cancel', 'Registry cancellation', cancellation),
  removeFromRegistry: transitionRoute('remove', 'Removal of payments from a registry', registryRemoval),
  markRegistryPaid: {
    ...transitionRoute('mark-paid', 'Payments of a registry paid', registryPaid),
    idempotency: 'required',
  },
  markRegistryFailed: transitionRoute('mark-failed', 'Payments of a registry failed', registryFailed),
} as const satisfies Record<string, RouteContract>;
