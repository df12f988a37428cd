export { createApiKeys } from './api-keys/index.ts';
export { endKeysOfUser } from './api-keys/keys-of-user.ts';
export { queueDeals } from './crm/deals.repo.ts';
export { createCrm } from './crm/index.ts';
export { createInbox } from './inbox/index.ts';
export {
  type AppliedEvent,
  findRepeated,
  noteOtherBodies,
  settleSaleEvent,
  storeEvents,
} from './inbox/store-events.ts';
export { hashSecret, issueSecret } from './secret-address.ts';
export { createWebhooks, type WebhookSettings } from './webhooks/index.ts';
export { recordEvents } from './webhooks/record-events.ts';
