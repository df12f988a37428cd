import { randomUUID } from 'node:crypto';
import type { TestServer } from '@referral-dashboard/api/testing';
import { organizationApi } from './api.ts';
import { organization } from './people.ts';

/** A webhook with an event that was delivered and one that was not, instead of that of the demo. Added once. */
export async function addWebhook(server: TestServer) {
  const { db } = server;
  if ((await db.selectFrom('webhook_deliveries').select('id').execute()).length > 0) return;
  await db.deleteFrom('webhooks').execute();
  const post = await organizationApi(server);
  await post('webhooks/', {
    // An address of documentation examples: no request leaves the machine, because the test never delivers.
    url: 'https://93.184.215.14/referral/events',
    events: ['lead.created', 'lead.updated', 'payment.paid'],
    password: organization.password,
  });
  const { organization_id, id: webhook_id } = await db
    .selectFrom('webhooks')
    .select(['organization_id', 'id'])
    .executeTakeFirstOrThrow();
  const at = new Date();
  const payload = JSON.stringify({ type: 'lead.created', data: { name: 'Иван Петров', status: 'new' } });
  for (const [sequence, status] of [
    [1, 'sent'],
    [2, 'failed'],
  ] as const) {
    const [id, object_id] = [randomUUID(), randomUUID()];
    await db
      .insertInto('webhook_events')
      .values({ organization_id, id, object_id, type: 'lead.created', sequence, payload, occurred_at: at })
      .execute();
    await db
      .insertInto('webhook_deliveries')
      .values({
        ...{ organization_id, webhook_id, object_id, sequence, status },
        ...(status === 'sent'
          ? { attempts: 1, response_status: 200, response: '{"ok":true}' }
          : { attempts: 11, response_status: 503, response: 'busy', problem: 'Ответ 503.' }),
        id: randomUUID(),
        event_id: id,
        duration_ms: 84,
        next_attempt_at: at,
        attempted_at: at,
        created_at: at,
      })
      .execute();
  }
}
