import type { PayableQuery } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { isInStatus } from '../../domain/accrual-status.ts';
import { readinessOf } from '../../domain/payments/blockers.ts';
import { isDefaultRail } from '../../domain/payout-method.ts';
import { taxStanding } from '../../domain/self-employed/standing.ts';
import type { Db } from '../../platform/db/db.ts';
import { readPage } from '../../platform/db/page.ts';
import { contains } from '../../platform/db/search.ts';

const KEYS = { name: { column: sql`card.name_key`, kind: 'text' } } as const;

/** Partners of an organization who have something available now. */
export async function payablePage(db: Db, organizationId: string, query: PayableQuery, now: Date) {
  let found = db
    .selectFrom('partners as card')
    .innerJoin('organizations as o', 'o.id', 'card.organization_id')
    .innerJoin(
      (inner) =>
        inner
          .selectFrom('accruals as a')
          .select([
            'a.partner_id',
            sql<number>`sum(a.amount_kop)::bigint`.as('available_kop'),
            sql<number>`count(*)::int`.as('accruals'),
          ])
          .where('a.organization_id', '=', organizationId)
          .where(isInStatus(['available'], now))
          .groupBy('a.partner_id')
          .as('due'),
      (join) => join.onRef('due.partner_id', '=', 'card.id'),
    )
    .leftJoin('payout_methods as m', (join) =>
      join
        .onRef('m.organization_id', '=', 'card.organization_id')
        .onRef('m.partner_id', '=', 'card.id')
        .on(isDefaultRail('m')),
    )
    .where('card.organization_id', '=', organizationId)
    .select([
      'card.id',
      'card.name',
      'card.status',
      'm.default_since',
      'm.is_proven',
      'o.time_zone',
      taxStanding(now).as('tax'),
      'due.available_kop',
      'due.accruals',
      sql<number>`coalesce(card.min_payout_kop, o.default_min_payout_kop)`.as('minimum_kop'),
    ]);
  if (query.search) found = found.where(contains(sql`card.search_text`, query.search));
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
