import { type SqlBool, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { toPayload } from './record-events.ts';

/**
 * Erases the bodies of the events that name an object, and the responses to them. The bodies keep the id of their own object, and events in the
 * queue are sent with it. An attempt that runs meanwhile is repeated, because its response is not stored.
 *
 * @returns the number of events; undefined when no event names the object.
 */
export const eraseEventsOf = (db: Db, subjectId: string, clock: Clock): Promise<number | undefined> =>
  db.transaction().execute(async (trx) => {
    const events = await trx
      .selectFrom('webhook_events')
      .select(['organization_id', 'id', 'type', 'object_id', 'occurred_at', 'payload'])
      .where(sql<SqlBool>`strpos(payload, ${subjectId}) > 0`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    if (events.length === 0) return undefined;
    const erased = events
      .map((event) => ({
        ...event,
        body: toPayload(event.type, event.occurred_at, { id: event.object_id }),
      }))
      .filter(({ payload, body }) => payload !== body);
    for (const { organization_id, id, body } of erased) {
      await trx
        .updateTable('webhook_events')
        .set({ payload: body })
        .where('organization_id', '=', organization_id)
        .where('id', '=', id)
        .execute();
      const ofEvent = trx
        .updateTable('webhook_deliveries')
        .where('organization_id', '=', organization_id)
        .where('event_id', '=', id);
      await ofEvent.set({ response: '' }).execute();
      await ofEvent
        .set({ status: 'waiting', lease: null, leased_until: null, next_attempt_at: clock() })
        .where('status', '=', 'taken')
        .execute();
    }
    return erased.length;
  });
