/** Changes that webhooks report. */
export const WEBHOOK_EVENTS = [
  'lead.created',
  'lead.updated',
  'sale.created',
  'accrual.created',
  'accrual.released',
  'payment.paid',
  'payment.failed',
  'partner.applied',
  'partner.updated',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Event of a test message. It belongs to no subscription. */
export const WEBHOOK_TEST = 'webhook.test';

export const WEBHOOK_EVENT_LABELS: Readonly<Record<WebhookEvent | typeof WEBHOOK_TEST, string>> = {
  'lead.created': 'Новый лид',
  'lead.updated': 'Лид изменен',
  'sale.created': 'Новая продажа',
  'accrual.created': 'Новое начисление',
  'accrual.released': 'Начисление доступно к выплате',
  'payment.paid': 'Выплата выполнена',
  'payment.failed': 'Выплата не прошла',
  'partner.applied': 'Заявка партнера',
  'partner.updated': 'Партнер изменен',
  'webhook.test': 'Проверка',
};

/** Maximum number of webhooks of an organization. */
export const MAX_WEBHOOKS = 10;

/** State of a webhook. `failing`: an event was not delivered within three days, and no later one was. */
export const WEBHOOK_STATES = ['on', 'failing', 'off'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** State of a delivery: in the queue, delivered, or given up. */
export const WEBHOOK_DELIVERY_STATUSES = ['waiting', 'sent', 'failed'] as const;
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number];
export const WEBHOOK_DELIVERY_LABELS: Readonly<Record<WebhookDeliveryStatus, string>> = {
  waiting: 'В очереди',
  sent: 'Доставлено',
  failed: 'Не доставлено',
};
