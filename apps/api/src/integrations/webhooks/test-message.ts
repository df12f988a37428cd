import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { WEBHOOK_TEST } from '@referral-dashboard/api-contract';
import { plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { LEASE_S, type TakenDelivery } from './deliveries.repo.ts';
import { toPayload } from './record-events.ts';

type Tested = Pick<
  TakenDelivery,
  'organization_id' | 'url' | 'secret' | 'previous_secret' | 'previous_until'
> & { id: string };

/** Adds a test message to the log of a webhook, leased by the caller, who sends it. It is not repeated. */
export async function insertTest(trx: Db, webhook: Tested, at: Date): Promise<TakenDelivery> {
  const { organization_id, id: webhook_id } = webhook;
  const [id, event_id, lease] = [randomUUID(), randomUUIDv7(), randomUUID()];
  const event = {
    type: WEBHOOK_TEST,
    payload: toPayload(WEBHOOK_TEST, at, { webhook: webhook_id }),
  } as const;
  // A test message is a separate object, so it waits for no other event.
  const delivery = { organization_id, id, webhook_id, event_id, object_id: event_id };
  const attempt = { attempts: 1, first_attempt_at: at, is_resend: true };
  await trx
    .insertInto('webhook_events')
    .values({ organization_id, id: event_id, object_id: event_id, sequence: 1, occurred_at: at, ...event })
    .execute();
  await trx
    .insertInto('webhook_deliveries')
    .values({
      ...delivery,
      ...attempt,
      sequence: 1,
      status: 'taken',
      next_attempt_at: at,
      attempted_at: at,
      lease,
      leased_until: plusSeconds(at, LEASE_S),
      created_at: at,
    })
    .execute();
  const { url, secret, previous_secret, previous_until } = webhook;
  return { ...delivery, ...attempt, ...event, lease, url, secret, previous_secret, previous_until };
}
