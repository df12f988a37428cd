import { z } from 'zod';
import { exportRoute } from '../base/exports.ts';
import { byId, type RouteContract } from '../base/route.ts';
import { codeCheck, codeQuery, link, linkPage, linkPatch, linkQuery, newLink, qrQuery } from './links.ts';
import {
  createdPartner,
  newPartner,
  partner,
  partnerCounts,
  partnerCountsQuery,
  partnerExportQuery,
  partnerHistory,
  partnerPage,
  partnerPatch,
  partnerQuery,
  partnerTransition,
} from './partners.ts';

const BASE = '/api/referral/partners/';
const LINKS = '/api/referral/links/';
const organization = ['organization'] as const;
const both = ['organization', 'partner'] as const;

const transitionRoute = <const Word extends string>(word: Word, name: string) =>
  ({
    method: 'POST',
    path: `${BASE}{id}/${word}/`,
    name,
    access: organization,
    params: byId,
    body: partnerTransition,
    response: partner,
  }) as const satisfies RouteContract;

const signIn = <const Word extends string>(word: Word, name: string) =>
  ({
    method: 'POST',
    path: `${BASE}{id}/${word}/`,
    name,
    access: organization,
    params: byId,
    response: partner,
  }) as const satisfies RouteContract;

export const partnerRoutes = {
  partners: {
    method: 'GET',
    path: BASE,
    name: 'Partners',
    access: organization,
    query: partnerQuery,
    response: partnerPage,
  },
  createPartner: {
    method: 'POST',
    path: BASE,
    name: 'Partner creation',
    access: organization,
    cost: 'creation',
    body: newPartner,
    idempotency: 'once',
    status: 201,
    response: createdPartner,
  },
  partnerCounts: {
    method: 'GET',
    path: `${BASE}counts/`,
    name: 'Partners by status',
    access: organization,
    query: partnerCountsQuery,
    response: partnerCounts,
  },
  exportPartners: exportRoute(`${BASE}export/`, 'Partners as a file', organization, partnerExportQuery),
  partner: {
    method: 'GET',
    path: `${BASE}{id}/`,
    name: 'Partner',
    access: organization,
    params: byId,
    response: partner,
  },
  updatePartner: {
    method: 'PATCH',
    path: `${BASE}{id}/`,
    name: 'Partner update',
    access: organization,
    params: byId,
    body: partnerPatch,
    response: partner,
  },
  partnerHistory: {
    method: 'GET',
    path: `${BASE}{id}/history/`,
    name: 'History of a partner',
    access: organization,
    params: byId,
    response: partnerHistory,
  },
  approvePartner: transitionRoute('approve', 'Partner approval'),
  rejectPartner: transitionRoute('reject', 'Partner rejection'),
  reopenPartner: transitionRoute('reopen', 'Partner reopening'),
  blockPartner: transitionRoute('block', 'Partner block'),
  unblockPartner: transitionRoute('unblock', 'Partner unblock'),
  archivePartner: transitionRoute('archive', 'Partner archiving'),
  restorePartner: transitionRoute('restore', 'Partner restoration'),
  switchPartnerOff: signIn('switch-off', 'End of access of a partner'),
  switchPartnerOn: signIn('switch-on', 'Return of access to a partner'),
  partnerLinks: {
    method: 'GET',
    path: `${BASE}{id}/links/`,
    name: 'Links of a partner',
    access: both,
    params: byId,
    query: linkQuery,
    response: linkPage,
  },
  createLink: {
    method: 'POST',
    path: `${BASE}{id}/links/`,
    name: 'Link creation',
    access: both,
    cost: 'creation',
    params: byId,
    body: newLink,
    idempotency: 'once',
    status: 201,
    response: link,
  },
  updateLink: {
    method: 'PATCH',
    path: `${LINKS}{id}/`,
    name: 'Link update',
    access: both,
    params: byId,
    body: linkPatch,
    response: link,
  },
  linkQr: {
    method: 'GET',
    path: `${LINKS}{id}/qr/`,
    name: 'QR code of a link',
    access: both,
    cost: 'creation',
    params: byId,
    query: qrQuery,
    media: 'image/svg+xml',
    response: z.string(),
  },
  linkQrPdf: {
    method: 'GET',
    path: `${LINKS}{id}/qr/pdf/`,
    name: 'QR code of a link as a document to print',
    access: both,
    cost: 'export',
    params: byId,
    media: ['application/pdf'],
    response: z.string(),
  },
  checkCode: {
    method: 'GET',
    path: `${LINKS}check/`,
    name: 'Whether a code is free',
    access: both,
    query: codeQuery,
    response: codeCheck,
  },
} as const satisfies Record<string, RouteContract>;
