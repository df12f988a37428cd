export { createApiKeys } from './api-keys/index.ts';
export { endKeysOfUser } from './api-keys/keys-of-user.ts';
export { createWebhooks, type WebhookSettings } from './webhooks/index.ts';
export { recordEvents } from './webhooks/record-events.ts';
