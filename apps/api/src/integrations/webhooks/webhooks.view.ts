import type { Webhook, WebhookDelivery } from '@referral-dashboard/api-contract';
import type { DeliveryRow, WebhookRow } from './webhooks.repo.ts';

/** Converts a row into the API object, without its secrets. */
export const webhookView = (
  row: WebhookRow,
  { isUnreadable, now }: { isUnreadable: boolean; now: Date },
): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  is_on: row.is_on,
  state: !row.is_on ? 'off' : row.failing_since === null ? 'on' : 'failing',
  failing_since: row.failing_since?.toISOString() ?? null,
  is_unreadable: isUnreadable,
  previous_secret_until:
    row.previous_until !== null && row.previous_until > now ? row.previous_until.toISOString() : null,
  waiting: row.waiting,
  last_attempt: row.attempted_at && {
    at: row.attempted_at.toISOString(),
    is_delivered: row.last_status === 'sent',
    problem: row.problem ?? '',
  },
  created_at: row.created_at.toISOString(),
});

/** Converts a row into the API object. */
export const deliveryView = (row: DeliveryRow): WebhookDelivery => {
  const status = row.status === 'taken' ? 'waiting' : row.status;
  return {
    id: row.id,
    webhook: row.webhook_id,
    event_id: row.event_id,
    type: row.type,
    status,
    attempts: row.attempts,
    problem: row.problem,
    request: row.payload,
    response_status: row.response_status,
    response: row.response,
    duration_ms: row.duration_ms,
    next_attempt_at: status === 'waiting' ? row.next_attempt_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
    attempted_at: row.attempted_at?.toISOString() ?? null,
  };
};
