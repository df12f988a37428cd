import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { releaseHolds } from '../rewards/partner-money.ts';
import { hasMatured } from './accrual-status.ts';

const AT_ONCE = 500;

/**
 * Writes down which holds are over, partner by partner. Nothing depends on when it runs: every read goes by the same rule. A partner
 * whose money somebody else has in hand is left for the next time, so several processes may run it at once.
 */
export async function releaseAllHolds(db: Db, clock: Clock): Promise<void> {
  const now = clock();
  const due = await db
    .selectFrom('accruals as a')
    .select(['a.organization_id', 'a.partner_id'])
    .distinct()
    .where(hasMatured(now))
    .limit(AT_ONCE)
    .execute();
  for (const { organization_id, partner_id } of due) {
    await db.transaction().execute(async (trx) => {
      const free = await trx
        .selectFrom('partners')
        .select('id')
        .where('organization_id', '=', organization_id)
        .where('id', '=', partner_id)
        .forNoKeyUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (free !== undefined) await releaseHolds(trx, organization_id, partner_id, now);
    });
  }
}
