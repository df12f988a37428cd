import { type Selectable, type SqlBool, sql } from 'kysely';
import type { OutsideEventsTable } from '../../database/tables/outside-events.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Outcome } from './event.ts';

/** Maximum number of organizations that a run of the job works on. */
const MAX_ORGANIZATIONS = 200;
/** Maximum number of objects that are read at once. */
const OBJECTS = 100;

export type QueuedEvent = Selectable<OutsideEventsTable>;

/** Maximum length of a cause. */
const MAX_CAUSE = 1000;

type Result = { event: QueuedEvent; outcome: Exclude<Outcome, { state: 'failed' }> };

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
  async dueObjects(organizationId: string, now: Date): Promise<string[]> {
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
    return rows.map(({ object_key }) => object_key);
  },

  /** Locks objects until the end of the transaction. @returns those that no other process has locked. */
  async lockObjects(organizationId: string, objectKeys: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ object_key: string }>`
      select object_key from unnest(${objectKeys}::text[]) as object_key
      where pg_try_advisory_xact_lock(hashtextextended('outside event ' || ${organizationId}::text || ' ' || object_key, 0))`.execute(
      db,
    );
    return rows.map(({ object_key }) => object_key);
  },

  /** The earliest due events of objects. */
  earliestDue: (organizationId: string, objectKeys: readonly string[], now: Date): Promise<QueuedEvent[]> =>
    db
      .selectFrom('outside_events')
      .distinctOn('object_key')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(sql<SqlBool>`object_key = any(${objectKeys}::text[])`)
      .where('next_attempt_at', '<=', now)
      .orderBy('object_key')
      .orderBy('occurred_at')
      .orderBy('received_at')
      .orderBy('id')
      .execute(),

  /** Returns the ids of the events after which a later event of the object was applied. */
  async withLaterApplied(organizationId: string, events: readonly QueuedEvent[]): Promise<Set<string>> {
    const { rows } = await sql<{ id: string }>`
      select e.id from outside_events e
      where e.organization_id = ${organizationId} and e.id = any(${events.map(({ id }) => id)}::uuid[]) and exists (
        select from outside_events later
        where later.organization_id = e.organization_id and later.object_key = e.object_key and later.state = 'applied'
          and later.occurred_at > e.occurred_at)`.execute(db);
    return new Set(rows.map(({ id }) => id));
  },

  /** Stores the results of events. @returns false when one of them left the queue meanwhile. */
  async settle(organizationId: string, results: readonly Result[], at: Date): Promise<boolean> {
    const rows = results.map(({ event: { id, attempts }, outcome }) => ({
      ...{ id, attempts, state: outcome.state },
      cause: ('cause' in outcome ? outcome.cause : '').slice(0, MAX_CAUSE),
      decided_at: outcome.state === 'unmatched' ? null : at,
      lead_id: ('leadId' in outcome && outcome.leadId) || null,
      sale_id: ('saleId' in outcome && outcome.saleId) || null,
      waiting_sale_id: ('waitingSaleId' in outcome && outcome.waitingSaleId) || null,
    }));
    const { numAffectedRows } = await sql`
      update outside_events e
      set state = n.state, cause = n.cause, next_attempt_at = null, decided_at = n.decided_at, lead_id = n.lead_id, sale_id = n.sale_id,
        waiting_sale_id = n.waiting_sale_id, attempts = e.attempts + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, attempts int, state text, cause text,
        decided_at timestamptz, lead_id uuid, sale_id uuid, waiting_sale_id uuid)
      where e.organization_id = ${organizationId} and e.id = n.id and e.attempts = n.attempts and e.next_attempt_at is not null`.execute(
      db,
    );
    return Number(numAffectedRows) === rows.length;
  },

  /** Stores a failed attempt. Without a next one the event waits for the decision of an owner. */
  async postpone(
    { organization_id, id, attempts }: QueuedEvent,
    cause: string,
    next_attempt_at: Date | null,
  ) {
    await db
      .updateTable('outside_events')
      .set({ state: 'failed', cause: cause.slice(0, MAX_CAUSE), next_attempt_at, attempts: attempts + 1 })
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where(sql<SqlBool>`next_attempt_at is not null`)
      .execute();
  },
});
