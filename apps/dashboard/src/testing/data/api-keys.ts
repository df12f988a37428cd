import type { ApiKey, OwnSite, SiteForm } from '@referral-dashboard/api-contract';
import { HttpResponse, http } from 'msw';
import { server } from '../server.ts';

export const API_KEYS = '/api/referral/api-keys/';

export const apiKey: ApiKey = {
  id: '00000008-0000-7000-8000-000000000001',
  name: 'Касса',
  prefix: 'ref_live_k7mT',
  scopes: ['leads:read', 'sales:read', 'sales:write'],
  status: 'active',
  created_by: { id: '00000007-0000-7000-8000-000000000001', name: 'Иванова А. П.' },
  created_at: '2026-08-01T11:05:00Z',
  expires_at: '2027-08-01T11:05:00Z',
  last_used_at: '2026-08-25T11:05:00Z',
  revoked_at: null,
};

export const ownSite: OwnSite = { days: 60, programs: [], last_click_at: null, last_lead: null };

export const SITE_FORMS = '/api/referral/site-forms/';

export const siteForm: SiteForm = {
  id: '00000008-0000-7000-8000-000000000011',
  program: { id: '00000001-0000-7000-8000-000000000001', name: 'Окна' },
  path: '/api/public/forms/secret/',
  is_on: true,
  last_form: null,
  created_at: '2026-08-01T11:05:00Z',
};

/** Mocks the list of API keys and the state of the own site. */
export function serveApiKeys(results: readonly ApiKey[]) {
  server.use(http.get('/api/referral/own-site/', () => HttpResponse.json(ownSite)));
  server.use(http.get(SITE_FORMS, () => HttpResponse.json({ results: [] })));
  server.use(
    http.get('/api/referral/programs/', () => HttpResponse.json({ next: null, previous: null, results: [] })),
  );
  server.use(http.get(API_KEYS, () => HttpResponse.json({ results })));
}
