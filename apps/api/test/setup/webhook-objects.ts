import { randomUUID } from 'node:crypto';
import type { User, Webhook, WebhookDelivery, WebhookWithSecret } from '@referral-dashboard/api-contract';
import { api, type Caller, ok, type World } from './world.ts';

type WebhookObjects = { webhook: string; webhookDelivery: string };

/** Inserts a webhook of the organization with an event that it did not get, or restores them. Removes its other webhooks. */
export async function insertWebhook(
  { server: { db } }: Pick<World, 'server'>,
  organization_id: string,
  { webhook, webhookDelivery: id }: WebhookObjects,
) {
  const at = new Date();
  await db
    .deleteFrom('webhooks')
    .where('organization_id', '=', organization_id)
    .where('id', '<>', webhook)
    .execute();
  const event = { id, object_id: id, sequence: 1 } as const;
  await db
    .insertInto('webhooks')
    .values({
      organization_id,
      id: webhook,
      url: 'https://hooks.invalid/',
      events: ['lead.created'],
      secret: 'sealed with another key',
      created_by: null,
      created_at: at,
    })
    .onConflict((clash) => clash.columns(['organization_id', 'id']).doUpdateSet({ is_on: true }))
    .execute();
  await db
    .insertInto('webhook_events')
    .values({ ...event, organization_id, type: 'lead.created', payload: '{}', occurred_at: at })
    .onConflict((clash) => clash.doNothing())
    .execute();
  const status = { status: 'failed', lease: null, leased_until: null } as const;
  await db
    .insertInto('webhook_deliveries')
    .values({
      ...{ organization_id, id, webhook_id: webhook, event_id: id, object_id: id, sequence: 1 },
      ...status,
      next_attempt_at: at,
      created_at: at,
    })
    .onConflict((clash) => clash.columns(['organization_id', 'id']).doUpdateSet(status))
    .execute();
}

/** Inserts a webhook of the caller's organization, see `insertWebhook`. @returns the ids. */
export async function webhookOf(world: World, boss: Caller): Promise<WebhookObjects> {
  const { organization } = ok<User>(await boss.get('/api/accounts/users/me/'));
  const objects = { webhook: randomUUID(), webhookDelivery: randomUUID() };
  if (organization !== null) await insertWebhook(world, organization.id, objects);
  return objects;
}

export const createWebhook = async ({ boss, password }: World, url: string, events: readonly string[]) =>
  ok<WebhookWithSecret>(await boss.post(`${api}/webhooks/`, { url, events, password }));

export async function getWebhook({ boss }: World, id: string): Promise<Webhook> {
  const { results } = ok<{ results: Webhook[] }>(await boss.get(`${api}/webhooks/`));
  const found = results.find((one) => one.id === id);
  if (found === undefined) throw new Error('the webhook is not listed');
  return found;
}

/** The log of a webhook, oldest first. `more` is added to the query. */
export const readWebhookLog = async ({ boss }: World, id: string, more = '') =>
  ok<{ results: WebhookDelivery[] }>(
    await boss.get(`${api}/webhooks/${id}/deliveries/?ordering=created_at${more}`),
  ).results;
