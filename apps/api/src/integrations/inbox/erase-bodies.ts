import { type SqlBool, sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

const BATCH = 1000;
/** Days for which the body of a decided event is stored, and for which an event waits for its client. */
const KEPT_DAYS = 30;
const ERASED = 'Данные события стерты.';
const EXPIRED = 'Клиент не нашелся за 30 дней.';

/** Erases the bodies of events that were decided thirty days ago, and ends the waiting of events whose client did not appear. */
export async function pruneEvents(db: Db, clock: Clock) {
  const now = clock();
  const before = plusSeconds(now, -KEPT_DAYS * 24 * 60 * 60);
  await inBatches(db, sql`t.body is not null and t.decided_at <= ${before}`, { body: null });
  await inBatches(
    db,
    sql`t.state = 'unmatched' and t.waiting_sale_id is null and t.received_at <= ${before}`,
    { state: 'ignored', cause: EXPIRED, decided_at: now },
  );
}

async function inBatches(
  db: Db,
  condition: ReturnType<typeof sql>,
  change: { body: null } | { state: 'ignored'; cause: string; decided_at: Date },
) {
  for (let found = BATCH; found === BATCH; ) {
    const { numUpdatedRows } = await db
      .updateTable('outside_events')
      .set(change)
      .where(
        sql<SqlBool>`ctid = any(array(
          select t.ctid from outside_events t where ${condition} limit ${sql.lit(BATCH)} for update of t skip locked))`,
      )
      .executeTakeFirstOrThrow();
    found = Number(numUpdatedRows);
  }
}

/**
 * Erases the bodies and the hashes of the events that name a lead, a client, a partner or a waiting sale, by the id, the phone or the e-mail. An
 * event in the queue cannot be applied without its body, so it is ignored.
 *
 * @returns the number of events; undefined when no event names the object.
 */
export const eraseBodiesOf = (db: Db, subjectId: string, clock: Clock): Promise<number | undefined> =>
  db.transaction().execute(async (trx) => {
    const { rows: subjects } = await sql<{ organization_id: string; phone: string | null; email: string }>`
      select organization_id, phone, email from leads where id = ${subjectId}
      union select organization_id, phone, email from clients where id = ${subjectId}
      union select organization_id, phone, email from waiting_sales where id = ${subjectId}
      union select organization_id, phone, email from partners where id = ${subjectId}`.execute(trx);
    let erased: number | undefined;
    for (const { organization_id, phone, email } of subjects) {
      const words = [subjectId, phone, email].filter((word) => word !== null && word !== '');
      const isNamed = sql<SqlBool>`(
        lead_id = ${subjectId} or waiting_sale_id = ${subjectId}
        or sale_id in (select id from sales where organization_id = ${organization_id} and client_id = ${subjectId})
        or exists (select from unnest(${words}::text[]) as word where strpos(body, word) > 0))`;
      const { numUpdatedRows } = await trx
        .updateTable('outside_events')
        .set({
          body: null,
          body_hash: '',
          ...ignoredIfQueued(clock()),
        })
        .where('organization_id', '=', organization_id)
        .where(isNamed)
        .where(sql<SqlBool>`(body is not null or body_hash <> '')`)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) erased = (erased ?? 0) + Number(numUpdatedRows);
    }
    return erased;
  });

const isQueued = sql<SqlBool>`(state in ('received', 'failed') or (state = 'unmatched' and waiting_sale_id is null))`;

/** A queued event loses its place in the queue. */
const ignoredIfQueued = (at: Date) => ({
  state: sql<'ignored'>`case when ${isQueued} then 'ignored' else state end`,
  cause: sql<string>`case when ${isQueued} then ${ERASED} else cause end`,
  decided_at: sql<Date | null>`case when ${isQueued} then ${at}::timestamptz else decided_at end`,
  next_attempt_at: null,
});
