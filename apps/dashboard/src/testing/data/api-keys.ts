import type { ApiKey, OwnSite } from '@referral-dashboard/api-contract';
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

/** Mocks the list of API keys and the state of the own site. */
export function serveApiKeys(results: readonly ApiKey[]) {
  server.use(http.get('/api/referral/own-site/', () => HttpResponse.json(ownSite)));
  server.use(http.get(API_KEYS, () => HttpResponse.json({ results })));
}
