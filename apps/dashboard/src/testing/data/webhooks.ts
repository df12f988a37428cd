import type { Webhook, WebhookDelivery } from '@referral-dashboard/api-contract';
import { HttpResponse, http } from 'msw';
import { server } from '../server.ts';

export const WEBHOOKS = '/api/referral/webhooks/';

export const webhook: Webhook = {
  id: '00000009-0000-7000-8000-000000000001',
  url: 'https://crm.example.ru/events',
  events: ['lead.created', 'payment.paid'],
  is_on: true,
  state: 'on',
  failing_since: null,
  is_unreadable: false,
  previous_secret_until: null,
  waiting: 0,
  last_attempt: { at: '2026-08-25T11:05:00Z', is_delivered: true, problem: '' },
  created_at: '2026-08-01T11:05:00Z',
};

export const webhookDelivery: WebhookDelivery = {
  id: '00000009-0000-7000-8000-000000000011',
  webhook: webhook.id,
  event_id: '00000009-0000-7000-8000-000000000021',
  type: 'lead.created',
  status: 'failed',
  attempts: 11,
  problem: 'Ответ 503.',
  request: '{"type":"lead.created","data":{"name":"Иван"}}',
  response_status: 503,
  response: 'busy',
  duration_ms: 84,
  next_attempt_at: null,
  created_at: '2026-08-25T11:00:00Z',
  attempted_at: '2026-08-25T11:05:00Z',
};

/** Mocks the list of webhooks. */
export const serveWebhooks = (results: readonly Webhook[]) =>
  server.use(http.get(WEBHOOKS, () => HttpResponse.json({ results })));

/** Mocks the log of the webhook. */
export const serveWebhookDeliveries = (results: readonly WebhookDelivery[]) =>
  server.use(
    http.get(`${WEBHOOKS}${webhook.id}/deliveries/`, () =>
      HttpResponse.json({ results, next: null, previous: null }),
    ),
  );
