import type { WebhookDeliveryQuery, WebhookDeliveryStatus } from '@referral-dashboard/api-contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { WebhooksTable } from '../../database/tables/webhooks.ts';
import type { Db } from '../../platform/db/db.ts';
import { readPage } from '../../platform/db/lists/page.ts';

/** Maximum number of events in the queue of a webhook that are counted. */
const MAX_COUNTED = 1000;

const KEYS = { created_at: { column: sql`d.created_at`, kind: 'time' } } as const;

const STATUSES: Readonly<
  Record<WebhookDeliveryStatus, readonly ('waiting' | 'taken' | 'sent' | 'failed')[]>
> = { waiting: ['waiting', 'taken'], sent: ['sent'], failed: ['failed'] };

const deliveryRows = (db: Db, organizationId: string) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', (join) =>
      join.onRef('e.organization_id', '=', 'd.organization_id').onRef('e.id', '=', 'd.event_id'),
    )
    .select(['d.id', 'd.webhook_id', 'd.event_id', 'd.status', 'd.attempts', 'd.problem', 'd.response'])
    .select(['d.response_status', 'd.duration_ms', 'd.next_attempt_at', 'd.created_at', 'd.attempted_at'])
    .select(['e.type', 'e.payload'])
    .where('d.organization_id', '=', organizationId);

export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveryRows>['executeTakeFirstOrThrow']>>;

const webhookRows = (db: Db, organizationId: string) =>
  db
    .selectFrom('webhooks as w')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('webhook_deliveries as d')
          .select(['d.attempted_at', 'd.problem', 'd.status'])
          .whereRef('d.organization_id', '=', 'w.organization_id')
          .whereRef('d.webhook_id', '=', 'w.id')
          .where('d.attempted_at', 'is not', null)
          .where('d.status', '<>', 'taken')
          .orderBy('d.attempted_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('w')
    .select(['last.attempted_at', 'last.problem', 'last.status as last_status'])
    .select(
      sql<number>`(
        select count(*)::int from (
          select from webhook_deliveries d
          where d.organization_id = w.organization_id and d.webhook_id = w.id and d.status = 'waiting'
          limit ${sql.lit(MAX_COUNTED)}) queue)`.as('waiting'),
    )
    .where('w.organization_id', '=', organizationId);

export type WebhookRow = Awaited<ReturnType<ReturnType<typeof webhookRows>['executeTakeFirstOrThrow']>>;

/** Reads and writes of the webhooks of an organization and of their log. */
export const webhooksRepo = (db: Db, organizationId: string) => ({
  list: () => webhookRows(db, organizationId).orderBy('w.created_at').orderBy('w.id').execute(),

  find: (id: string): Promise<WebhookRow | undefined> =>
    webhookRows(db, organizationId).where('w.id', '=', id).executeTakeFirst(),

  async count(): Promise<number> {
    const { count } = await db
      .selectFrom('webhooks')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  },

  findLocked: (id: string) =>
    db
      .selectFrom('webhooks')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),

  async insert(webhook: Omit<Insertable<WebhooksTable>, 'organization_id'>) {
    await db
      .insertInto('webhooks')
      .values({ ...webhook, organization_id: organizationId })
      .execute();
  },

  async update(id: string, change: Updateable<WebhooksTable>) {
    await db
      .updateTable('webhooks')
      .set(change)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },

  /** Deletes a webhook with its log. @returns its URL; undefined for an unknown one. */
  async remove(id: string): Promise<string | undefined> {
    const removed = await db
      .deleteFrom('webhooks')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .returning('url')
      .executeTakeFirst();
    return removed?.url;
  },

  /** Makes the events in the queue of a webhook due, after a change of its settings. */
  async hurry(id: string, at: Date) {
    await db
      .updateTable('webhook_deliveries')
      .set({ next_attempt_at: at })
      .where('organization_id', '=', organizationId)
      .where('webhook_id', '=', id)
      .where('status', '=', 'waiting')
      .execute();
  },

  log: (id: string, { status, ...request }: WebhookDeliveryQuery) =>
    readPage(
      deliveryRows(db, organizationId)
        .where('d.webhook_id', '=', id)
        .$if(status !== undefined, (query) =>
          query.where(
            'd.status',
            'in',
            (status ?? []).flatMap((value) => STATUSES[value]),
          ),
        ),
      KEYS,
      sql`d.id`,
      request,
    ),

  findDelivery: (id: string): Promise<DeliveryRow | undefined> =>
    deliveryRows(db, organizationId).where('d.id', '=', id).executeTakeFirst(),

  findLockedDelivery: (id: string) =>
    db
      .selectFrom('webhook_deliveries')
      .select(['id', 'status', 'webhook_id'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),

  /** Puts a finished delivery into the queue again. */
  async resend(id: string, at: Date) {
    await db
      .updateTable('webhook_deliveries')
      .set({ status: 'waiting', is_resend: true, attempts: 0, first_attempt_at: null, next_attempt_at: at })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});
