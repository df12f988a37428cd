import { z } from 'zod';
import { exportRoute } from './exports.ts';
import {
  lead,
  leadBulkResult,
  leadBulkTransition,
  leadCounts,
  leadCountsQuery,
  leadExportQuery,
  leadForPartner,
  leadHistory,
  leadHistoryForPartner,
  leadPage,
  leadPageForPartner,
  leadPatch,
  leadQuery,
  leadTags,
  leadTagsQuery,
  leadTransfer,
  leadTransition,
  newLead,
} from './leads.ts';
import { acceptedLead, newClick, publicLead, recordedClick, referralPage } from './referral-page.ts';
import { byId, type RouteContract } from './route.ts';

const BASE = '/api/referral/leads/';
const PAGE = '/api/public/ref/{code}/';
const organization = ['organization'] as const;
const both = ['organization', 'partner'] as const;
const one = { organization: lead, partner: leadForPartner };
const byCode = z.object({ code: z.string().regex(/^[a-z0-9-]{3,32}$/i) });

export const leadRoutes = {
  leads: {
    method: 'GET',
    path: BASE,
    name: 'Leads',
    access: both,
    query: leadQuery,
    answers: { organization: leadPage, partner: leadPageForPartner },
  },
  createLead: {
    method: 'POST',
    path: BASE,
    name: 'Lead creation',
    access: both,
    cost: 'creation',
    body: newLead,
    status: 201,
    answers: one,
  },
  leadCounts: {
    method: 'GET',
    path: `${BASE}counts/`,
    name: 'Leads by status',
    access: both,
    query: leadCountsQuery,
    answer: leadCounts,
  },
  leadTags: {
    method: 'GET',
    path: `${BASE}tags/`,
    name: 'Tags of leads',
    access: ['organization'],
    query: leadTagsQuery,
    answer: leadTags,
  },
  exportLeads: exportRoute(`${BASE}export/`, 'Leads as a file', both, leadExportQuery),
  bulkMoveLeads: {
    method: 'POST',
    path: `${BASE}bulk-transition/`,
    name: 'Transition of many leads',
    access: organization,
    cost: 'bulk',
    body: leadBulkTransition,
    answer: leadBulkResult,
  },
  lead: { method: 'GET', path: `${BASE}{id}/`, name: 'Lead', access: both, params: byId, answers: one },
  updateLead: {
    method: 'PATCH',
    path: `${BASE}{id}/`,
    name: 'Lead update',
    access: organization,
    params: byId,
    body: leadPatch,
    answer: lead,
  },
  transitionLead: {
    method: 'POST',
    path: `${BASE}{id}/transition/`,
    name: 'Lead transition',
    access: organization,
    params: byId,
    body: leadTransition,
    answer: lead,
  },
  transferLead: {
    method: 'POST',
    path: `${BASE}{id}/transfer/`,
    name: 'Transfer of a lead to another partner',
    access: organization,
    params: byId,
    body: leadTransfer,
    answer: lead,
  },
  leadHistory: {
    method: 'GET',
    path: `${BASE}{id}/history/`,
    name: 'History of a lead',
    access: both,
    params: byId,
    answers: { organization: leadHistory, partner: leadHistoryForPartner },
  },
} as const satisfies Record<string, RouteContract>;

export const publicRoutes = {
  referralPage: {
    method: 'GET',
    path: PAGE,
    name: 'Referral page',
    access: 'public',
    params: byCode,
    answer: referralPage,
  },
  recordClick: {
    method: 'POST',
    path: `${PAGE}clicks/`,
    name: 'Visit of a referral page',
    access: 'public',
    params: byCode,
    body: newClick,
    status: 202,
    answer: recordedClick,
  },
  submitLead: {
    method: 'POST',
    path: `${PAGE}leads/`,
    name: 'Lead from a referral page',
    access: 'public',
    params: byCode,
    body: publicLead,
    answer: acceptedLead,
  },
} as const satisfies Record<string, RouteContract>;
