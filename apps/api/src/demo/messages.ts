import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { daysBefore } from './timeline.ts';

/** Age in days from which messages are deleted. */
const KEPT_DAYS = 45;
/** Age in days from which messages are read. */
const READ_DAYS = 1;

/** Deletes old messages and marks the others as read, except for the newest. No message is delivered: the events are in the past. */
export async function readMessages(trx: Db, organizationId: string, now: Date) {
  await trx.deleteFrom('deliveries').where('organization_id', '=', organizationId).execute();
  await trx
    .deleteFrom('messages')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', daysBefore(now, KEPT_DAYS))
    .execute();
  await trx
    .updateTable('messages')
    .set({ read_at: sql<Date>`created_at` })
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', daysBefore(now, READ_DAYS))
    .execute();
}
