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

/** Sets the status of a lead without checking the transition. */
export async function setLeadStatus({ db }: Server, id: string, status: LeadStatus) {
  await db
    .updateTable('leads')
    .set({ status, reason_code: REASONS[status] ?? null, holds_phone: isLive(status) })
    .where('id', '=', id)
    .execute();
}

/** Sets the status of a row without checking the transition. */
export async function setStatus(
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

/** Runs `effect` with the triggers of the tables disabled. */
export const bypassTriggers = ({ db }: Server, effect: (trx: Db) => Promise<void>) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await effect(trx);
  });

/** Removes the transfers of a payment. Runs within `bypassTriggers`. */
export async function removeTransfers(trx: Db, payments: readonly string[]) {
  await sql`
    with removed as (delete from transfer_matches where payment_id = any(${payments}::uuid[]) returning transfer_id)
    delete from transfers where id in (select transfer_id from removed)`.execute(trx);
  await sql`delete from transfer_debts where payment_id = any(${payments}::uuid[])`.execute(trx);
}
