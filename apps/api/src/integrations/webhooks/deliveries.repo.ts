import { randomUUID } from 'node:crypto';
import type { WEBHOOK_TEST, WebhookEvent } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { SentResult } from './sender.ts';

/** Lease of an attempt, in seconds. Longer than its time limit. */
export const LEASE_S = 60;

/** Maximum number of webhooks that a run of the job works on. */
const MAX_WEBHOOKS = 200;

/** A webhook with deliveries that are due. */
export type DueWebhook = { organization_id: string; webhook_id: string };

/** A delivery that a worker has leased, with its webhook and event. */
export type TakenDelivery = DueWebhook & {
  id: string;
  lease: string;
  attempts: number;
  object_id: string;
  is_resend: boolean;
  first_attempt_at: Date;
  event_id: string;
  type: WebhookEvent | typeof WEBHOOK_TEST;
  payload: string;
  url: string;
  secret: string;
  previous_secret: string | null;
  previous_until: Date | null;
};

/** Predicate: an earlier event of the object of `d` is still in the queue. */
const waitsForEarlier = sql<SqlBool>`(not d.is_resend and exists (
  select from webhook_deliveries e
  where e.organization_id = d.organization_id and e.webhook_id = d.webhook_id and e.object_id = d.object_id
    and e.sequence < d.sequence and e.status in ('waiting', 'taken') and not e.is_resend))`;

/** Queries of the delivery of events. A leased row belongs to one worker until the lease expires. */
export const deliveriesRepo = (db: Db) => ({
  /** Makes the deliveries of ended workers due again. They may have been received; the receiver knows them by their id. */
  async recover(now: Date) {
    await db
      .updateTable('webhook_deliveries')
      .set({ status: 'waiting', lease: null, leased_until: null, next_attempt_at: now })
      .where('status', '=', 'taken')
      .where('leased_until', '<=', now)
      .execute();
  },

  /** Webhooks with due deliveries, except the ones that this process works on. */
  async due(except: readonly string[], now: Date): Promise<DueWebhook[]> {
    const { rows } = await sql<DueWebhook>`
      select w.organization_id, w.id as webhook_id from webhooks w
      join (
        select d.organization_id, d.webhook_id, min(d.next_attempt_at) as since from webhook_deliveries d
        where d.status = 'waiting' and d.next_attempt_at <= ${now} and d.webhook_id <> all(${[...except]}::uuid[])
        group by 1, 2
      ) as queue on queue.organization_id = w.organization_id and queue.webhook_id = w.id
      where w.is_on order by queue.since limit ${MAX_WEBHOOKS}`.execute(db);
    return rows;
  },

  /** Leases the next due delivery of a webhook. Events of one object are sent in their order. */
  async take({ organization_id, webhook_id }: DueWebhook, now: Date): Promise<TakenDelivery | undefined> {
    const { rows } = await sql<TakenDelivery>`
      with due as (
        select d.id from webhook_deliveries d
        where d.organization_id = ${organization_id} and d.webhook_id = ${webhook_id} and d.status = 'waiting'
          and d.next_attempt_at <= ${now} and not ${waitsForEarlier}
        order by d.next_attempt_at, d.created_at, d.event_id limit 1 for update skip locked
      ), taken as (
        update webhook_deliveries d set status = 'taken', attempts = d.attempts + 1, attempted_at = ${now},
          first_attempt_at = coalesce(d.first_attempt_at, ${now}), lease = ${randomUUID()},
          leased_until = ${plusSeconds(now, LEASE_S)}
        from due where d.organization_id = ${organization_id} and d.id = due.id
        returning d.*
      )
      select d.organization_id, d.webhook_id, d.id, d.lease, d.attempts, d.object_id, d.is_resend, d.first_attempt_at,
        d.event_id, e.type, e.payload, w.url, w.secret, w.previous_secret, w.previous_until
      from taken d
      join webhook_events e on e.organization_id = d.organization_id and e.id = d.event_id
      join webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id and w.is_on`.execute(
      db,
    );
    return rows[0];
  },

  /** Saves the end of a delivery. @returns false when the lease has expired and another worker has the delivery. */
  finish: (delivery: TakenDelivery, status: 'sent' | 'failed', result: SentResult) =>
    update(db, delivery, { status, ...toColumns(result) }),

  /**
   * Saves a failed attempt with the time of the next one. Later events of the object are not due before it.
   *
   * @returns false when the lease has expired.
   */
  async postpone(delivery: TakenDelivery, result: SentResult, next_attempt_at: Date): Promise<boolean> {
    const isSaved = await update(db, delivery, { status: 'waiting', next_attempt_at, ...toColumns(result) });
    if (isSaved && !delivery.is_resend)
      await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at })
        .where('organization_id', '=', delivery.organization_id)
        .where('webhook_id', '=', delivery.webhook_id)
        .where('object_id', '=', delivery.object_id)
        .where('status', '=', 'waiting')
        .where('is_resend', '=', false)
        .where('next_attempt_at', '<', next_attempt_at)
        .execute();
    return isSaved;
  },

  /** Ends the lease of an attempt that the stop of the process interrupted. */
  release: (delivery: TakenDelivery, next_attempt_at: Date) =>
    update(db, delivery, { status: 'waiting', next_attempt_at }),
});

const toColumns = ({ status, response, problem, durationMs }: SentResult) => ({
  response_status: status,
  response,
  problem,
  duration_ms: durationMs,
});

type Change = Partial<ReturnType<typeof toColumns>> & {
  status: 'waiting' | 'sent' | 'failed';
  next_attempt_at?: Date;
};

async function update(db: Db, { organization_id, id, lease }: TakenDelivery, change: Change) {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ ...change, lease: null, leased_until: null })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
