import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Outcome } from './event.ts';

/** Maximum number of organizations that a run of the job works on. */
const MAX_ORGANIZATIONS = 200;
/** Maximum number of objects that are read at once. */
const OBJECTS = 100;

/** An object with events that are due. */
type DueObject = { organizationId: string; objectKey: string };

const queued = (db: Db, { organizationId, objectKey }: DueObject) =>
  db
    .selectFrom('outside_events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('object_key', '=', objectKey)
    .where('next_attempt_at', 'is not', null);

export type QueuedEvent = Awaited<ReturnType<ReturnType<typeof queued>['executeTakeFirstOrThrow']>>;

/** Queries of the job that applies events. */
export const queueRepo = (db: Db) => ({
  /** Organizations with due events, the longest waiting first. */
  async dueOrganizations(now: Date): Promise<string[]> {
    const rows = await db
      .selectFrom('outside_events')
      .select('organization_id')
      .where('next_attempt_at', '<=', now)
      .groupBy('organization_id')
      .orderBy(sql`min(next_attempt_at)`)
      .limit(MAX_ORGANIZATIONS)
      .execute();
    return rows.map(({ organization_id }) => organization_id);
  },

  /** Objects of an organization with due events, the one with the oldest event first. */
  async dueObjects(organizationId: string, now: Date): Promise<DueObject[]> {
    const rows = await db
      .selectFrom('outside_events')
      .select('object_key')
      .where('organization_id', '=', organizationId)
      .where('next_attempt_at', '<=', now)
      .groupBy('object_key')
      .orderBy(sql`min(occurred_at)`)
      .orderBy('object_key')
      .limit(OBJECTS)
      .execute();
    return rows.map(({ object_key }) => ({ organizationId, objectKey: object_key }));
  },

  /** Locks an object until the end of the transaction. @returns false when another process has locked it. */
  async lockObject({ organizationId, objectKey }: DueObject): Promise<boolean> {
    const key = `outside event ${organizationId} ${objectKey}`;
    const { rows } = await sql<{ is_locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as is_locked`.execute(db);
    return rows[0]?.is_locked === true;
  },

  /** The earliest due event of an object. */
  earliestDue: (object: DueObject, now: Date): Promise<QueuedEvent | undefined> =>
    queued(db, object)
      .where('next_attempt_at', '<=', now)
      .orderBy('occurred_at')
      .orderBy('received_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),

  /** Returns whether a later event of the object was applied. */
  async hasLaterApplied({ organization_id, object_key, occurred_at }: QueuedEvent): Promise<boolean> {
    const later = await db
      .selectFrom('outside_events')
      .select('id')
      .where('organization_id', '=', organization_id)
      .where('object_key', '=', object_key)
      .where('state', '=', 'applied')
      .where('occurred_at', '>', occurred_at)
      .limit(1)
      .executeTakeFirst();
    return later !== undefined;
  },

  /** Stores the result of an event. @returns false when the event left the queue meanwhile. */
  settle: (event: QueuedEvent, outcome: Exclude<Outcome, { state: 'failed' }>, at: Date) =>
    change(db, event, {
      state: outcome.state,
      cause: 'cause' in outcome ? outcome.cause : '',
      next_attempt_at: null,
      decided_at: outcome.state === 'unmatched' ? null : at,
      lead_id: ('leadId' in outcome && outcome.leadId) || null,
      sale_id: ('saleId' in outcome && outcome.saleId) || null,
      waiting_sale_id: ('waitingSaleId' in outcome && outcome.waitingSaleId) || null,
    }),

  /** Stores a failed attempt. Without a next one the event waits for the decision of an owner. */
  postpone: (event: QueuedEvent, cause: string, next_attempt_at: Date | null) =>
    change(db, event, { state: 'failed', cause, next_attempt_at }),
});

type Change = {
  state: QueuedEvent['state'];
  cause: string;
  next_attempt_at: Date | null;
  decided_at?: Date | null;
  lead_id?: string | null;
  sale_id?: string | null;
  waiting_sale_id?: string | null;
};

async function change(db: Db, { organization_id, id, attempts }: QueuedEvent, { cause, ...columns }: Change) {
  const { numUpdatedRows } = await db
    .updateTable('outside_events')
    .set({ ...columns, cause: cause.slice(0, 1000), attempts: attempts + 1 })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where(sql<SqlBool>`next_attempt_at is not null`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
