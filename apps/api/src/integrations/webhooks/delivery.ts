import { sql } from 'kysely';
import { notify } from '../../messages/index.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Task } from '../../platform/jobs.ts';
import { RETRY_DELAYS_S } from '../retry-delays.ts';
import { type DueWebhook, deliveriesRepo, type TakenDelivery } from './deliveries.repo.ts';
import { type Secrets, signedHeaders } from './secrets.ts';
import type { Sender, SentResult } from './sender.ts';

/** Number of concurrent requests to a webhook in each process. */
const AT_ONCE = 4;

/** Seconds for which a process does not call a webhook that does not respond. */
const REST_S = 30;

/** Minimum number of days between two notifications about a webhook. */
const NOTIFY_AGAIN_DAYS = 1;
const DAY_S = 24 * 60 * 60;

const UNREADABLE = 'Секрет не читается. Замените его.';

export type DeliveryDeps = { db: Db; clock: Clock; sender: Sender; secrets: Secrets };

export type Delivery = ReturnType<typeof createDelivery>;

/** Sends due events. A slow webhook does not delay others. */
export function createDelivery({ db, clock, sender, secrets }: DeliveryDeps) {
  const repo = deliveriesRepo(db);
  const running = new Set<string>();
  const restsUntil = new Map<string, Date>();

  /** Sends one leased event, without saving the result. */
  async function attempt(delivery: TakenDelivery, signal?: AbortSignal): Promise<SentResult> {
    const now = clock();
    const open = secrets.open({ ...delivery, id: delivery.webhook_id }, now);
    if (open.length === 0) return { status: null, response: '', problem: UNREADABLE, durationMs: 0 };
    const headers = signedHeaders(open, delivery.event_id, now, delivery.payload);
    return sender.send(delivery.url, headers, delivery.payload, signal);
  }

  async function settle(delivery: TakenDelivery, result: SentResult) {
    const delay = RETRY_DELAYS_S[delivery.attempts - 1];
    if (result.problem === '') return saveSent(db, delivery, result);
    if (delay === undefined) return giveUp(db, delivery, result, clock());
    await db
      .transaction()
      .execute((trx) => deliveriesRepo(trx).postpone(delivery, result, plusSeconds(clock(), delay)));
  }

  /** Sends due events. Ends with the last one, when the process stops, or when the webhook does not respond. */
  async function sendDue(webhook: DueWebhook, signal: AbortSignal) {
    while (!signal.aborted && !isResting(webhook.webhook_id)) {
      const delivery = await repo.take(webhook, clock());
      if (delivery === undefined) return;
      let result: SentResult;
      try {
        result = await attempt(delivery, signal);
      } catch (error) {
        await repo.release(delivery, clock());
        if (signal.aborted) return;
        throw error;
      }
      await settle(delivery, result);
      if (result.status === null) restsUntil.set(webhook.webhook_id, plusSeconds(clock(), REST_S));
    }
  }

  function isResting(id: string): boolean {
    const until = restsUntil.get(id);
    if (until === undefined) return false;
    if (until > clock()) return true;
    restsUntil.delete(id);
    return false;
  }

  const toTask = (webhook: DueWebhook): Task => ({
    key: webhook.webhook_id,
    async run(signal) {
      running.add(webhook.webhook_id);
      try {
        await Promise.all(Array.from({ length: AT_ONCE }, () => sendDue(webhook, signal)));
      } finally {
        running.delete(webhook.webhook_id);
      }
    },
  });

  return {
    attempt,

    /** Returns a task for each webhook with due events. */
    async tasks(): Promise<Task[]> {
      await repo.recover(clock());
      const resting = [...restsUntil.keys()].filter(isResting);
      return (await repo.due([...running, ...resting], clock())).map(toTask);
    },
  };
}

/** A delivered event ends the failures of its webhook. */
export const saveSent = (db: Db, delivery: TakenDelivery, result: SentResult) =>
  db.transaction().execute(async (trx) => {
    if (!(await deliveriesRepo(trx).finish(delivery, 'sent', result))) return;
    await trx
      .updateTable('webhooks')
      .set({ failing_since: null })
      .where('organization_id', '=', delivery.organization_id)
      .where('id', '=', delivery.webhook_id)
      .where('failing_since', 'is not', null)
      .execute();
  });

/** Gives an event up, marks its webhook as failing and notifies the owners once. */
const giveUp = (db: Db, delivery: TakenDelivery, result: SentResult, at: Date) =>
  db.transaction().execute(async (trx) => {
    if (!(await deliveriesRepo(trx).finish(delivery, 'failed', result))) return;
    const { organization_id, webhook_id, first_attempt_at, url } = delivery;
    const lately = plusSeconds(at, -NOTIFY_AGAIN_DAYS * DAY_S);
    const failing = await trx
      .updateTable('webhooks')
      .set({
        failing_since: first_attempt_at,
        notified_at: sql`case when notified_at > ${lately} then notified_at else ${at} end`,
      })
      .where('organization_id', '=', organization_id)
      .where('id', '=', webhook_id)
      .where('failing_since', 'is', null)
      .returning('notified_at')
      .executeTakeFirst();
    if (failing?.notified_at?.getTime() !== at.getTime()) return;
    await notify(trx, {
      organizationId: organization_id,
      actorId: null,
      at,
      event: 'webhook_failing',
      staff: {
        title: 'Вебхук не работает',
        text: `События три дня не доходят до ${new URL(url).host}. Последняя причина: ${result.problem}`,
        path: '/profile/developers',
      },
    });
  });
