import { z } from 'zod';
import type { RouteContract } from '../base/route.ts';
import { acceptedLead, newClick, publicLead, recordedClick, referralPage } from './referral-page.ts';

const PAGE = '/api/public/ref/{code}/';
const byCode = z.object({ code: z.string().regex(/^[a-z0-9-]{3,32}$/i) });

export const publicRoutes = {
  referralPage: {
    method: 'GET',
    path: PAGE,
    name: 'Referral page',
    access: 'public',
    params: byCode,
    response: referralPage,
  },
  recordClick: {
    method: 'POST',
    path: `${PAGE}clicks/`,
    name: 'Visit of a referral page',
    access: 'public',
    params: byCode,
    body: newClick,
    status: 202,
    response: recordedClick,
  },
  submitLead: {
    method: 'POST',
    path: `${PAGE}leads/`,
    name: 'Lead from a referral page',
    access: 'public',
    params: byCode,
    body: publicLead,
    response: acceptedLead,
  },
} as const satisfies Record<string, RouteContract>;
