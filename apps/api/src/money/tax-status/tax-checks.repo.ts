import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

/** Lease of a check in seconds: longer than the timeout of a request to the service. */
const LEASE = 180;

export type ClaimedCheck = { organization_id: string; partner_id: string; inn: string; attempts: number };

/** Queue of tax service checks. A check belongs to one worker until its lease expires. */
export const taxChecksRepo = (db: Db) => ({
  /** Takes the oldest due check. A check with an expired lease is taken again: a repeated request is harmless. */
  async take(now: Date): Promise<(ClaimedCheck & { lease: string }) | undefined> {
    const lease = randomUUID();
    const { rows } = await sql<ClaimedCheck>`
      update tax_checks set status = 'taken', lease = ${lease}, leased_until = ${plusSeconds(now, LEASE)},
        attempts = attempts + 1
      where (organization_id, partner_id) in (
        select organization_id, partner_id from tax_checks
        where (status = 'waiting' and due_at <= ${now}) or (status = 'taken' and leased_until <= ${now})
        order by due_at, partner_id limit 1 for update skip locked)
      returning organization_id, partner_id, inn, attempts`.execute(db);
    return rows[0] && { ...rows[0], lease };
  },

  /** Returns true when a check is due. */
  async isDue(now: Date): Promise<boolean> {
    const { rows } = await sql`
      select from tax_checks
      where (status = 'waiting' and due_at <= ${now}) or (status = 'taken' and leased_until <= ${now})
      limit 1`.execute(db);
    return rows.length > 0;
  },

  /** Finishes or postpones a check. @returns false when the lease is no longer valid. */
  async release(lease: string, to: { status: 'waiting' | 'done' | 'failed'; problem: string; due_at: Date }) {
    const { numUpdatedRows } = await db
      .updateTable('tax_checks')
      .set({ ...to, lease: null, leased_until: null })
      .where('lease', '=', lease)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows) === 1;
  },

  /** Marks all pending checks as failed. */
  async giveUp(problem: string) {
    await db
      .updateTable('tax_checks')
      .set({ problem, status: 'failed', lease: null, leased_until: null })
      .where('status', 'in', ['waiting', 'taken'])
      .execute();
  },

  /** Counts the checks of the latest batch of an organization by status. */
  async progress(organizationId: string) {
    const { rows } = await sql<{ total: number; done: number; failed: number; waiting: number }>`
      select count(*)::int as total, count(*) filter (where status = 'done')::int as done,
        count(*) filter (where status = 'failed')::int as failed,
        count(*) filter (where status in ('waiting', 'taken'))::int as waiting
      from tax_checks where organization_id = ${organizationId} and batch_id = (
        select batch_id from tax_checks where organization_id = ${organizationId} order by requested_at desc limit 1)`.execute(
      db,
    );
    return rows[0] ?? { total: 0, done: 0, failed: 0, waiting: 0 };
  },
});
