import type { PayableQuery, PayoutReadiness } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { readPage } from '../../platform/db/lists/page.ts';
import { contains } from '../../platform/db/lists/search.ts';
import { noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { computeReadiness } from './blockers.ts';
import { cardsWithMoney, partnersDue, readiness } from './payable.ts';

const KEYS = { name: { column: sql`card.name_key`, kind: 'text' } } as const;

const ACCRUALS = sql<number>`(coalesce(b.available_accruals, 0) + coalesce(matured.accruals, 0))::int`;

/** Returns a page of the partners of an organization that have available accruals. */
export async function payablePage(db: Db, staff: Staff, query: PayableQuery, now: Date) {
  let found = cardsWithMoney(db, staff, now)
    .where(ACCRUALS, '>', 0)
    .select(readiness(now))
    .select(['card.name as partner_name', ACCRUALS.as('accruals')]);
  if (query.search) found = found.where(contains(sql`card.search_text`, query.search));
  if (query.due || query.reason) {
    const ids = await partnersDue(db, staff, query, now);
    found = found.where(sql<SqlBool>`card.id = any(${ids}::uuid[])`);
  }
  const page = await readPage(found, KEYS, sql`card.id`, query);
  return {
    ...page,
    results: page.results.map((due) => ({
      ...due,
      partner: { id: due.partner_id, name: due.partner_name },
      ...computeReadiness(due, now),
    })),
  };
}

/**
 * Returns the payment that a partner would get now, and what blocks it.
 *
 * @throws ApiError 404 for a partner of another organization.
 */
export async function payoutReadiness(
  db: Db,
  staff: Staff,
  partnerId: string,
  now: Date,
): Promise<PayoutReadiness> {
  const due = await cardsWithMoney(db, staff, now)
    .where('card.id', '=', partnerId)
    .select(readiness(now))
    .executeTakeFirst();
  if (due === undefined) throw noSuchObject();
  return { ...due, ...computeReadiness(due, now) };
}
