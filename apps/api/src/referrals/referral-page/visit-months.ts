import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** A partition of `clicks`: `clicks_2026_11`, or `clicks_rest` for visits outside the monthly partitions. */
export type VisitPartition = `clicks_${string}`;

export const REST_PARTITION: VisitPartition = 'clicks_rest';

/** Predicate on a visit `t`: a lead came from it. */
export const hasLead = sql<boolean>`exists (
  select from leads l where l.organization_id = t.organization_id and l.click_id = t.id)`;

/** Number of future months with a partition. */
const MONTHS_AHEAD = 2;

/** First moment of the month that is `monthsAhead` months after the month of `at`, in UTC. */
const toMonth = (at: Date, monthsAhead = 0) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsAhead));

const toName = (month: Date): VisitPartition => `clicks_${month.toISOString().slice(0, 7).replace('-', '_')}`;

/** First moment after the month of a partition; `null` for `clicks_rest`. */
function parseEnd(name: VisitPartition): Date | null {
  const [, year, month] = /^clicks_(\d{4})_(\d\d)$/.exec(name) ?? [];
  return year === undefined ? null : new Date(Date.UTC(Number(year), Number(month)));
}

/** Partitions of the visits, sorted by month. */
export async function visitPartitions(db: Db): Promise<VisitPartition[]> {
  const { rows } = await sql<{ name: VisitPartition }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'clicks'::regclass order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Creates partitions for the next months and drops those that ended before a moment. Visits with leads move to `clicks_rest`.
 *
 * @throws the database error when another transaction holds a lock for more than 5 seconds. Nothing changes in that case.
 */
export const maintainVisitPartitions = (db: Db, now: Date, before: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // Concurrent calls wait here and then find nothing to do.
    await sql`select pg_advisory_xact_lock(hashtext('clicks'))`.execute(trx);
    const partitions = await visitPartitions(trx);
    const last = Math.max(...partitions.map((name) => parseEnd(name)?.getTime() ?? 0));
    const missing = Array.from({ length: MONTHS_AHEAD + 1 }, (_, monthsAhead) =>
      toMonth(now, monthsAhead),
    ).filter((month) => month.getTime() >= last);
    const expired = partitions.filter((name) => (parseEnd(name) ?? now) <= before);
    if (missing.length + expired.length === 0) return;
    await sql`set local lock_timeout = '5s'`.execute(trx);
    for (const month of missing) await makeMonth(trx, month);
    for (const name of expired) await dropMonth(trx, name);
  });

const makeMonth = (trx: Db, month: Date) =>
  sql`select make_visit_month(${toName(month)}, ${month}, ${toMonth(month, 1)})`.execute(trx);

const dropMonth = (trx: Db, name: VisitPartition) => sql`select drop_visit_month(${name})`.execute(trx);
