import type { PayableQuery } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { readPage } from '../../platform/db/lists/page.ts';
import { contains } from '../../platform/db/lists/search.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { hasMatured } from '../accruals/accrual-status.ts';
import { isDefaultRail } from '../payout-methods/payout-method.ts';
import { taxStanding } from '../tax-status/standing.ts';
import { readinessOf } from './blockers.ts';
import { partnersDue } from './payable.ts';

const KEYS = { name: { column: sql`card.name_key`, kind: 'text' } } as const;

const ACCRUALS = sql<number>`(coalesce(b.available, 0) + coalesce(matured.accruals, 0))::int`;

/** Returns a page of the partners of an organization that have available accruals. */
export async function payablePage(db: Db, staff: Staff, query: PayableQuery, now: Date) {
  const { organizationId } = staff;
  let found = db
    .selectFrom('partners as card')
    .innerJoin('organizations as o', 'o.id', 'card.organization_id')
    .leftJoin('partner_balances as b', (join) =>
      join.onRef('b.organization_id', '=', 'card.organization_id').onRef('b.partner_id', '=', 'card.id'),
    )
    .leftJoin(
      // Ended holds that the balance still counts as hold.
      (inner) =>
        inner
          .selectFrom('accruals as a')
          .select([
            'a.partner_id',
            sql<number>`sum(a.amount_kop)::bigint`.as('amount_kop'),
            sql<number>`count(*)::int`.as('accruals'),
          ])
          .where('a.organization_id', '=', organizationId)
          .where(hasMatured(now))
          .groupBy('a.partner_id')
          .as('matured'),
      (join) => join.onRef('matured.partner_id', '=', 'card.id'),
    )
    .leftJoin('payout_methods as m', (join) =>
      join
        .onRef('m.organization_id', '=', 'card.organization_id')
        .onRef('m.partner_id', '=', 'card.id')
        .on(isDefaultRail('m')),
    )
    .where('card.organization_id', '=', organizationId)
    .where(ACCRUALS, '>', 0)
    .select([
      'card.id',
      'card.name',
      'card.status',
      'm.default_since',
      'm.is_proven',
      'o.time_zone',
      taxStanding(now).as('tax'),
      sql<number>`coalesce(b.available_kop, 0) + coalesce(matured.amount_kop, 0)`.as('available_kop'),
      ACCRUALS.as('accruals'),
      sql<number>`coalesce(card.min_payout_kop, o.default_min_payout_kop)`.as('minimum_kop'),
    ]);
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
      partner: { id: due.id, name: due.name },
      ...readinessOf(due, now),
    })),
  };
}
