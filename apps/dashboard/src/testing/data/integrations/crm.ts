import type { CrmConnection } from '@referral-dashboard/api-contract';
import { HttpResponse, http } from 'msw';
import { server } from '@/testing/server.ts';

export const CRM = '/api/referral/crm-connections/';

const stage = { is_mapped: true, is_removed: false, pipeline: 'Общая', kind: 'open' } as const;

export const crmConnection: CrmConnection = {
  id: '00000009-0000-7000-8000-000000000031',
  kind: 'bitrix24',
  address: 'https://company.bitrix24.ru',
  is_on: true,
  state: 'connected',
  cause: '',
  stages: [
    { ...stage, id: 'NEW', name: 'Новая', status: null },
    { ...stage, id: 'EXECUTING', name: 'Ждем оплату', status: 'in_progress' },
    { ...stage, id: 'WON', name: 'Сделка успешна', kind: 'won', status: 'won' },
  ],
  stages_read_at: '2026-08-25T11:05:00Z',
  programs: null,
  first_stage: null,
  deals: { sent: 12, waiting: 0, failed: 0, last_sent_at: '2026-08-25T11:05:00Z', problem: '' },
  inbound_path: '/api/public/crm/secret/',
  has_application_token: false,
  last_event_at: null,
  last_event: '',
  version: 3,
  created_at: '2026-08-01T11:05:00Z',
};

/** Mocks the list of CRM connections. */
export const serveCrm = (results: readonly CrmConnection[]) =>
  server.use(http.get(CRM, () => HttpResponse.json({ results })));
