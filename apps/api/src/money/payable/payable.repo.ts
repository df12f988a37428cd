import type { MethodSnapshot, PayableQuery, PayoutReadiness } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { readsRequisites } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { readPage } from '../../platform/db/lists/page.ts';
import { contains } from '../../platform/db/lists/search.ts';
import { noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { isInStatus } from '../accruals/accrual-status.ts';
import { methodLabel } from '../payout-methods/payout-method.ts';
import { computeReadiness } from './blockers.ts';
import { cardsWithMoney, partnersDue, readiness } from './payable.ts';

const KEYS = { name: { column: sql`card.name_key`, kind: 'text' } } as const;

const ACCRUALS = sql<number>`(coalesce(b.available_accruals, 0) + coalesce(matured.accruals, 0))::int`;

type JoinedMethod = {
  method_kind: MethodSnapshot['kind'] | null;
  bank: string | null;
  phone: string | null;
  last4: string | null;
  account: string | null;
};

/** Returns the joined default method, or null. */
function toMethod({ method_kind: kind, bank, phone, last4, account }: JoinedMethod) {
  if (kind === null) return null;
  const details = { kind, bank: bank ?? '', phone: phone ?? '', last4: last4 ?? '', account: account ?? '' };
  return { kind, bank: details.bank, label: methodLabel(details) };
}

/** Returns the time at which the oldest available earnings of partners became available, by partner id. */
async function findWaitingSince(db: Db, organizationId: string, partnerIds: readonly string[], now: Date) {
  const since = sql<Date>`coalesce(a.hold_until, a.created_at)`;
  const rows = await db
    .selectFrom(sql<{ partner_id: string }>`unnest(${partnerIds}::uuid[])`.as<'one'>(sql`one (partner_id)`))
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('accruals as a')
          .select(since.as('since'))
          .where('a.organization_id', '=', organizationId)
          .whereRef('a.partner_id', '=', 'one.partner_id')
          .where(isInStatus(['available'], now))
          // Stated by `isInStatus` too; in this form it matches the index.
          .where('a.status', 'in', ['available', 'hold'])
          .where('a.amount_kop', '>', 0)
          .orderBy(since)
          .limit(1)
          .as('oldest'),
      (join) => join.onTrue(),
    )
    .select(['one.partner_id', 'oldest.since'])
    .execute();
  return new Map(rows.map(({ partner_id, since }) => [partner_id, since]));
}

/** Returns a page of the partners of an organization that have available accruals, and the sum that can be paid to those before it. */
export async function payablePage(db: Db, staff: Staff, query: PayableQuery, now: Date) {
  let found = cardsWithMoney(db, staff, now)
    .where(ACCRUALS, '>', 0)
    .select(readiness(now))
    .select(['card.name as partner_name', 'card.kind as partner_kind', ACCRUALS.as('accruals')])
    .select(['m.kind as method_kind', 'm.bank', 'm.phone', 'm.last4', 'm.account']);
  if (query.search) found = found.where(contains(sql`card.search_text`, query.search));
  if (query.due || query.reason) {
    const ids = await partnersDue(db, staff, query, now);
    found = found.where(sql<SqlBool>`card.id = any(${ids}::uuid[])`);
  }
  const page = await readPage(found, KEYS, sql`card.id`, query);
  const [first] = page.results;
  const isDescending = query.ordering === '-name';
  const preceding =
    page.previous === null || first === undefined
      ? []
      : await found
          .clearSelect()
          .select(readiness(now))
          .where(
            sql<SqlBool>`(card.name_key, card.id) ${isDescending ? sql`>` : sql`<`}
              (select one.name_key, one.id from partners one
                where one.organization_id = ${staff.organizationId} and one.id = ${first.partner_id})`,
          )
          .execute();
  const waitingSince = await findWaitingSince(
    db,
    staff.organizationId,
    page.results.map(({ partner_id }) => partner_id),
    now,
  );
  return {
    ...page,
    preceding_kop: preceding
      .filter((due) => computeReadiness(due, now).blockers.length === 0)
      .reduce((sum, { available_kop }) => sum + available_kop, 0),
    results: page.results.map((due) => ({
      ...due,
      method: readsRequisites(staff) ? toMethod(due) : null,
      waiting_since: waitingSince.get(due.partner_id)?.toISOString() ?? null,
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
