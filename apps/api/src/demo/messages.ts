import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { daysBefore } from './money/ledger.ts';

const LEADS = 6;
/** Number of newest messages about leads that are unread. */
const UNREAD_LEADS = 3;
/** Age in days from which messages about payments are deleted. */
const KEPT_DAYS = 45;
/** Age in days from which messages about payments are read. */
const READ_DAYS = 1;

/**
 * Inserts notifications for the latest leads, and deletes those of payments older than `KEPT_DAYS`. No message is delivered: the events are
 * in the past.
 */
export async function insertMessages(trx: Db, organizationId: string, staffId: string, now: Date) {
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
  const leads = await trx
    .selectFrom('leads as l')
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'l.organization_id').onRef('p.id', '=', 'l.program_id'),
    )
    .select(['l.id', 'l.number', 'l.created_at', 'p.name as program'])
    .where('l.organization_id', '=', organizationId)
    .orderBy('l.created_at', 'desc')
    .limit(LEADS)
    .execute();
  if (leads.length === 0) return;
  await trx
    .insertInto('messages')
    .values(
      leads.map(({ id, number, created_at, program }, index) => ({
        id: randomUUIDv7(),
        organization_id: organizationId,
        user_id: staffId,
        event: 'lead_came' as const,
        title: `Новый лид Л-${number}`,
        body: `Пришел лид Л-${number} по программе «${program}».`,
        path: `/leads?id=${id}`,
        is_secret: false,
        in_bell: true,
        created_at,
        read_at: index < UNREAD_LEADS ? null : created_at,
      })),
    )
    .execute();
}
