import { RELEASE_DATES, type Releases } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { hasMatured } from '../accruals/accrual-status.ts';

export const NO_RELEASES: Releases = { next: [], later_kop: 0 };

/**
 * Returns the dates on which the holds visible to the viewer end, by organization. An employee has one organization; a partner has one card
 * in each. Organizations without holds are missing.
 */
export async function findReleases(db: Db, viewer: Viewer, now: Date): Promise<Map<string, Releases>> {
  const { rows } = await sql<{ organization_id: string; date: string; amount_kop: number }>`
    select d.organization_id, (d.hold_until at time zone o.time_zone)::date::text as date, sum(d.amount_kop)::bigint as amount_kop
    from accruals d join organizations o on o.id = d.organization_id
    where ${visibleTo(viewer, 'd', null)} and d.status = 'hold' and ${hasMatured(now, 'd')} is not true
    group by 1, 2 having sum(d.amount_kop) <> 0 order by 2`.execute(db);
  return new Map(
    [...Map.groupBy(rows, (row) => row.organization_id)].map(([organizationId, days]) => [
      organizationId,
      {
        next: days.slice(0, RELEASE_DATES).map(({ date, amount_kop }) => ({ date, amount_kop })),
        later_kop: days.slice(RELEASE_DATES).reduce((sum, { amount_kop }) => sum + amount_kop, 0),
      },
    ]),
  );
}
