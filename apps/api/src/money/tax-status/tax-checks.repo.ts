import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

/** Seconds for which a worker has what it took: longer than the service may take. */
const LEASE = 180;

export type ClaimedCheck = { organization_id: string; partner_id: string; inn: string; attempts: number };

/** Queue of questions to the tax service: each has one holder, until its lease runs out. */
export const taxChecksRepo = (db: Db) => ({
  /** Takes the question that has waited longest. One whose holder was lost is taken again: to ask twice does no harm. */
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

  /** Predicate: something is due. */
  async isDue(now: Date): Promise<boolean> {
    const { rows } = await sql`
      select from tax_checks
      where (status = 'waiting' and due_at <= ${now}) or (status = 'taken' and leased_until <= ${now})
      limit 1`.execute(db);
    return rows.length > 0;
  },

  /** Puts an end to a question, or has it wait. @returns false when it is this holder's no longer. */
  async release(lease: string, to: { status: 'waiting' | 'done' | 'failed'; problem: string; due_at: Date }) {
    const { numUpdatedRows } = await db
      .updateTable('tax_checks')
      .set({ ...to, lease: null, leased_until: null })
      .where('lease', '=', lease)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows) === 1;
  },

  /** Gives up all that wait: there is nobody to ask. */
  async giveUp(problem: string) {
    await db
      .updateTable('tax_checks')
      .set({ problem, status: 'failed', lease: null, leased_until: null })
      .where('status', 'in', ['waiting', 'taken'])
      .execute();
  },

  /** Questions of the latest wave of an organization by what became of them. */
  async progress(organizationId: string) {
    const { rows } = await sql<{ total: number; done: number; failed: number; waiting: number }>`
      select count(*)::int as total, count(*) filter (where status = 'done')::int as done,
        count(*) filter (where status = 'failed')::int as failed,
        count(*) filter (where status in ('waiting', 'taken'))::int as waiting
      from tax_checks where organization_id = ${organizationId} and wave = (
        select wave from tax_checks where organization_id = ${organizationId} order by requested_at desc limit 1)`.execute(
      db,
    );
    return rows[0] ?? { total: 0, done: 0, failed: 0, waiting: 0 };
  },
});
