import { randomUUIDv7 } from 'node:crypto';
import type { WEBHOOK_TEST, WebhookEvent } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Staff } from '../../platform/http/viewer.ts';

/** Maximum number of events in an insert. */
const BATCH = 500;

const NO_USER = '00000000-0000-0000-0000-000000000000';

/** Reads objects as the API returns them to an owner of the organization. */
type EventReader = (viewer: Staff, ids: readonly string[]) => Promise<{ id: string; data: unknown }[]>;

type Occasion = { organizationId: string; at: Date };

/**
 * Records an event for each object, with a delivery for each webhook that subscribes to it, in the transaction of the change. Without such
 * a webhook nothing is read or written. The caller has written the row of each object: its lock keeps the events of an object in the order
 * of their changes.
 */
export async function recordEvents(
  trx: Db,
  type: WebhookEvent,
  { organizationId, at }: Occasion,
  ids: readonly string[],
  read: EventReader,
) {
  if (ids.length === 0 || !(await isSubscribed(trx, organizationId, type))) return;
  const viewer: Staff = {
    role: 'organization',
    position: 'owner',
    organizationId,
    userId: NO_USER,
    requestId: '',
  };
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const data = new Map((await read(viewer, batch)).map((object) => [object.id, object.data]));
    const events = batch
      .filter((id) => data.has(id))
      .map((id) => ({
        id: randomUUIDv7(),
        object_id: id,
        payload: toPayload(type, at, data.get(id)),
      }));
    await insertEvents(trx, type, { organizationId, at }, events);
  }
}

/** Returns the body of the requests of an event. */
export const toPayload = (type: WebhookEvent | typeof WEBHOOK_TEST, at: Date, data: unknown) =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

const subscribers = (organizationId: string, type: WebhookEvent) =>
  sql<SqlBool>`w.organization_id = ${organizationId} and w.is_on and ${type} = any(w.events)`;

async function isSubscribed(trx: Db, organizationId: string, type: WebhookEvent): Promise<boolean> {
  const found = await trx
    .selectFrom('webhooks as w')
    .select('w.id')
    .where(subscribers(organizationId, type))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

type NewEvent = { id: string; object_id: string; payload: string };

async function insertEvents(
  trx: Db,
  type: WebhookEvent,
  { organizationId, at }: Occasion,
  events: NewEvent[],
) {
  // The key share lock lets a concurrent removal of a webhook wait, and does not wait for its other changes.
  await sql`
    with recorded as (
      insert into webhook_events (organization_id, id, type, object_id, sequence, payload, occurred_at)
      select ${organizationId}, n.id, ${type}, n.object_id, coalesce((
        select max(e.sequence) from webhook_events e
        where e.organization_id = ${organizationId} and e.object_id = n.object_id), 0) + 1, n.payload, ${at}
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as n (id uuid, object_id uuid, payload text)
      returning id, object_id, sequence
    ), subscribed as (
      select w.id from webhooks w where ${subscribers(organizationId, type)} for key share
    )
    insert into webhook_deliveries (organization_id, id, webhook_id, event_id, object_id, sequence, status, next_attempt_at, created_at)
    select ${organizationId}, gen_random_uuid(), subscribed.id, recorded.id, recorded.object_id, recorded.sequence, 'waiting', ${at}, ${at}
    from recorded cross join subscribed`.execute(trx);
}
