import { z } from 'zod';
import { commaList, listQuery, page } from '../base/pagination.ts';
import { byId, type RouteContract } from '../base/route.ts';
import { password, text } from '../values/text.ts';
import { changes, flag, oneOf } from '../values/values.ts';
import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_EVENTS, WEBHOOK_STATES, WEBHOOK_TEST } from './webhook-events.ts';

const NO_EVENTS = 'Выберите хотя бы одно событие.';
const url = text({ max: 500 }).refine(
  (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
  'Введите адрес вида https://example.ru.',
);
const events = z
  .array(oneOf(WEBHOOK_EVENTS), NO_EVENTS)
  .min(1, NO_EVENTS)
  .max(WEBHOOK_EVENTS.length, 'Событие выбрано дважды.')
  .transform((values) => WEBHOOK_EVENTS.filter((event) => values.includes(event)));

/** Result of the last finished attempt of a webhook. */
const attempt = z.object({
  at: z.iso.datetime(),
  is_delivered: z.boolean(),
  problem: z.string().describe('Empty for a delivered event.'),
});

/** A URL that gets the events of the organization. The secret is returned only when it is created. */
export const webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  is_on: z.boolean(),
  state: z.enum(WEBHOOK_STATES),
  failing_since: z.iso.datetime().nullable(),
  is_unreadable: z.boolean().describe('The secret cannot be decrypted: rotate it.'),
  previous_secret_until: z.iso
    .datetime()
    .nullable()
    .describe('End of the period in which the previous secret signs, too.'),
  waiting: z.int().describe('Number of events in the queue; counted up to 1,000.'),
  last_attempt: attempt.nullable(),
  created_at: z.iso.datetime(),
});
export type Webhook = z.infer<typeof webhook>;

/** A webhook with its new secret, shown once. */
export const webhookWithSecret = webhook.extend({ secret: z.string() });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

export const newWebhook = z.object({
  url,
  events,
  password: password.describe('Password of the caller. A stolen session cannot send events elsewhere.'),
});
export type NewWebhook = z.output<typeof newWebhook>;

export const webhookPatch = changes({
  url,
  events,
  is_on: flag,
  password: password.describe('Password of the caller. Required with `url`.'),
})
  .partial()
  .refine((patch) => patch.url === undefined || patch.password !== undefined, {
    path: ['password'],
    error: 'Введите пароль.',
  });
export type WebhookPatch = z.output<typeof webhookPatch>;

/** An event on its way to a webhook, with the last request and response. */
export const webhookDelivery = z.object({
  id: z.uuid(),
  webhook: z.uuid(),
  event_id: z.uuid().describe('The header webhook-id.'),
  type: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST]),
  status: z.enum(WEBHOOK_DELIVERY_STATUSES),
  attempts: z.int(),
  problem: z.string().describe('Why the last attempt failed; empty when it did not.'),
  request: z.string().describe('Body of the request.'),
  response_status: z.int().nullable(),
  response: z.string().describe('The first 2 kB of the response.'),
  duration_ms: z.int().nullable(),
  next_attempt_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  attempted_at: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookDeliveryQuery = listQuery(
  { status: commaList(oneOf(WEBHOOK_DELIVERY_STATUSES)) },
  ['created_at'],
  '-created_at',
);
export type WebhookDeliveryQuery = z.output<typeof webhookDeliveryQuery>;

const PATH = '/api/referral/webhooks/';
const ONE = `${PATH}{id}/` as const;
const access = ['organization'] as const;

/** Calls for the webhooks of an organization. */
export const webhookRoutes = {
  webhooks: {
    method: 'GET',
    path: PATH,
    name: 'Webhooks',
    access,
    response: z.object({ results: z.array(webhook) }),
  },
  createWebhook: {
    method: 'POST',
    path: PATH,
    name: 'New webhook',
    access,
    cost: 'creation',
    idempotency: 'once',
    body: newWebhook,
    status: 201,
    response: webhookWithSecret,
  },
  updateWebhook: {
    method: 'PATCH',
    path: ONE,
    name: 'Webhook changed',
    access,
    params: byId,
    body: webhookPatch,
    response: webhook,
  },
  deleteWebhook: {
    method: 'DELETE',
    path: ONE,
    name: 'Removal of a webhook',
    access,
    params: byId,
    status: 204,
    response: z.undefined(),
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: `${ONE}rotate/`,
    name: 'New secret of a webhook',
    access,
    params: byId,
    response: webhookWithSecret,
  },
  testWebhook: {
    method: 'POST',
    path: `${ONE}test/`,
    name: 'Test message to a webhook',
    access,
    params: byId,
    response: webhookDelivery,
  },
  webhookDeliveries: {
    method: 'GET',
    path: `${ONE}deliveries/`,
    name: 'Deliveries of a webhook',
    access,
    params: byId,
    query: webhookDeliveryQuery,
    response: page(webhookDelivery),
  },
  resendWebhookDelivery: {
    method: 'POST',
    path: '/api/referral/webhook-deliveries/{id}/resend/',
    name: 'Another delivery of an event',
    access,
    params: byId,
    response: webhookDelivery,
  },
} as const satisfies Record<string, RouteContract>;
