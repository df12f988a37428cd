import type { LeadReason, LeadStatus } from '@referral-dashboard/api-contract';
import { isLive } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import type { TestServer } from '../../src/testing.ts';

type Server = Pick<TestServer, 'db'>;

const REASONS: Partial<Record<LeadStatus, LeadReason>> = {
  rejected: 'no_answer',
  lost: 'refused',
  duplicate: 'same_phone',
};

/** Puts a lead into a state past its life cycle, as tests of the life cycle need it. */
export async function forceLead({ db }: Server, id: string, status: LeadStatus) {
  await db
    .updateTable('leads')
    .set({ status, reason_code: REASONS[status] ?? null, holds_phone: isLive(status) })
    .where('id', '=', id)
    .execute();
}

/** The same for what has a status and nothing that hangs on it. */
export async function force(
  { db }: Server,
  table: 'programs' | 'partners' | 'enrollments',
  id: string,
  status: string,
) {
  await db
    .updateTable(table)
    .set({ status: status as never })
    .where('id', '=', id)
    .execute();
}

/** Does what no guard of the tables would let pass. */
export const pastGuards = ({ db }: Server, effect: (trx: Db) => Promise<void>) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await effect(trx);
  });
