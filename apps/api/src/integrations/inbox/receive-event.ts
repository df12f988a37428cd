import { randomUUIDv7 } from 'node:crypto';
import type { OutsideEventChannel, OutsideEventState } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import { type EventFacts, toBody } from './event.ts';

type Received = {
  id: string;
  /** False when the event was received before. It is not applied again. */
  isNew: boolean;
  /** The event was received before with another body. The first body counts. */
  hasOtherBody: boolean;
  state: OutsideEventState;
};

/**
 * Stores an event of another system once; the job applies it by the handler of its kind. A clock of that system that is ahead does not make
 * its next events late: `occurredAt` is at most `at`.
 */
export async function receiveEvent(
  trx: Db,
  { organizationId, channel, at }: { organizationId: string; channel: OutsideEventChannel; at: Date },
  { kind, externalId, objectKey, occurredAt, body }: EventFacts,
): Promise<Received> {
  const id = randomUUIDv7();
  const stored = toBody(body);
  const inserted = await trx
    .insertInto('outside_events')
    .values({
      organization_id: organizationId,
      id,
      channel,
      kind,
      external_id: externalId,
      object_key: objectKey,
      occurred_at: occurredAt < at ? occurredAt : at,
      received_at: at,
      ...stored,
      state: 'received',
      next_attempt_at: at,
    })
    .onConflict((known) => known.columns(['organization_id', 'kind', 'external_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted !== undefined) return { id, isNew: true, hasOtherBody: false, state: 'received' };
  const known = await trx
    .selectFrom('outside_events')
    .select(['id', 'state', 'body_hash'])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('external_id', '=', externalId)
    .executeTakeFirstOrThrow();
  const hasOtherBody = await noteOtherBody(trx, organizationId, known, stored.body_hash, at);
  return { id: known.id, isNew: false, hasOtherBody, state: known.state };
}

/** Records that a known event was received with another body. @returns whether the body differs. */
async function noteOtherBody(
  trx: Db,
  organizationId: string,
  known: { id: string; body_hash: string },
  hash: string,
  at: Date,
): Promise<boolean> {
  if (known.body_hash === '' || known.body_hash === hash) return false;
  await trx
    .updateTable('outside_events')
    .set({ conflicted_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', known.id)
    .execute();
  return true;
}
