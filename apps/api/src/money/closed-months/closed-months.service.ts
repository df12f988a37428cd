import type { ClosedMonths } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Actor, audit, formatActor, toAuthor } from '../../audit/index.ts';
import { findTimeZone } from '../../organization/index.ts';
import { type Clock, dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { monthInWords } from '../../platform/russian-format.ts';
import { addMonths, getLastDayOfMonth, isFinished } from '../acts/months.ts';

/** Number of months and of changes in a response. */
const MOST = 24;

/** Closes months and opens them again. `refuse_closed_month.sql` keeps the figures of closed months. */
export function createClosedMonthsService(db: Db, clock: Clock) {
  async function get(trx: Db, { organizationId }: Staff): Promise<ClosedMonths> {
    const today = dayIn(clock(), await findTimeZone(trx, organizationId));
    const history = await findHistory(trx, organizationId);
    const closed = history[0]?.closed ?? null;
    const last = addMonths(today.slice(0, 7), -1);
    const ended = Array.from({ length: MOST }, (_, index) => addMonths(last, index - MOST + 1));
    return { closed, open: ended.filter((month) => closed === null || month > closed), history };
  }

  /** Adds a closing under a lock that waits for the transactions that change money. The callback returns the month, or null for no change. */
  const change = (
    staff: Staff,
    { reason = '', action }: { reason?: string; action: 'close-month' | 'reopen-month' },
    findMonth: (closed: string | null, at: { now: Date; timeZone: string }) => string | null,
  ) =>
    db.transaction().execute(async (trx) => {
      const { organizationId } = staff;
      await trx
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', organizationId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const at = clock();
      const last = await findLast(trx, organizationId);
      const before = last?.closed ?? null;
      const month = findMonth(before, { now: at, timeZone: await findTimeZone(trx, organizationId) });
      if (month === null) return get(trx, staff);
      const author = toAuthor(staff);
      await trx
        .insertInto('month_closings')
        .values({
          organization_id: organizationId,
          sequence: (last?.sequence ?? 0) + 1,
          closed_through: getLastDayOfMonth(month),
          reason,
          at,
          actor_id: author.actorId,
          request_id: author.requestId,
        })
        .execute();
      await audit(trx, {
        ...author,
        organizationId,
        kind: 'organization',
        objectId: organizationId,
        action: `organization.${action}`,
        diff: { before: { closed_month: before }, after: { closed_month: month }, reason },
        at,
      });
      return get(trx, staff);
    });

  return {
    get: (staff: Staff) => get(db, staff),

    /** Closes a month and all earlier ones. A closed month stays closed. @throws ApiError 400 for a month that has not ended. */
    close: (staff: Staff, month: string) =>
      change(staff, { action: 'close-month' }, (closed, { now, timeZone }) => {
        if (!isFinished(month, now, timeZone)) throw invalid({ month: ['Месяц еще не закончился.'] });
        return closed !== null && month <= closed ? null : month;
      }),

    /** Opens the last closed month. @throws ApiError 409 for another month. */
    reopen: (staff: Staff, { month, reason }: { month: string; reason: string }) =>
      change(staff, { action: 'reopen-month', reason }, (closed) => {
        if (closed === null || month > closed) throw conflict('closed', 'Этот месяц уже открыт.');
        if (month < closed) throw conflict('closed', `Сначала откройте месяц «${monthInWords(closed)}».`);
        return addMonths(month, -1);
      }),
  };
}

const findLast = (trx: Db, organizationId: string) =>
  trx
    .selectFrom('month_closings')
    .select(['sequence', sql<string>`to_char(closed_through, 'YYYY-MM')`.as('closed')])
    .where('organization_id', '=', organizationId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the changes of the closed period, latest first. */
async function findHistory(trx: Db, organizationId: string): Promise<ClosedMonths['history']> {
  const { rows } = await sql<Actor & { closed: string; is_reopening: boolean; reason: string; at: Date }>`
    select to_char(closing.closed_through, 'YYYY-MM') as closed, closing.reason, closing.at,
      coalesce(closing.closed_through < lag(closing.closed_through) over (order by closing.sequence), false) as is_reopening,
      author.last_name, author.first_name, author.father_name, author.phone
    from month_closings closing
    left join users author on author.id = closing.actor_id
    where closing.organization_id = ${organizationId}
    order by closing.sequence desc
    limit ${MOST}`.execute(trx);
  return rows.map(({ closed, is_reopening, reason, at, ...author }) => ({
    ...{ closed, is_reopening, reason },
    at: at.toISOString(),
    by: formatActor(author),
  }));
}
