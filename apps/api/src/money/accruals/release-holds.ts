import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { releaseHolds } from '../rewards/partner-money.ts';
import { hasMatured } from './accrual-status.ts';

/** Maximum number of partners per call. */
const BATCH = 500;

/**
 * Marks ended holds as available, one partner per transaction. Results do not depend on the schedule, because every read applies
 * `hasMatured`. Skips partners that another transaction has locked, so several processes can run it concurrently.
 */
export async function releaseAllHolds(db: Db, clock: Clock): Promise<void> {
  const due = await db
    .selectFrom('accruals as a')
    .select(['a.organization_id', 'a.partner_id'])
    .distinct()
    .where(hasMatured(clock()))
    .limit(BATCH)
    .execute();
  for (const { organization_id, partner_id } of due) {
    await db.transaction().execute(async (trx) => {
      const lockedPartner = await trx
        .selectFrom('partners')
        .select('id')
        .where('organization_id', '=', organization_id)
        .where('id', '=', partner_id)
        .forNoKeyUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (lockedPartner !== undefined) await releaseHolds(trx, organization_id, [partner_id], clock());
    });
  }
}
