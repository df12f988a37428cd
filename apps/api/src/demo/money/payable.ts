import { sql } from 'kysely';
import { moscowDay } from '../../money/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { type DemoScene, participants } from '../scene.ts';
import type { DemoServices } from '../services.ts';
import { CHANGED_METHOD, WITHOUT_METHOD } from './payout-methods.ts';

/** The demo partner, the partner whose payout method has just changed, and the one without a payout method. */
const NOT_PAID: readonly number[] = [0, CHANGED_METHOD, WITHOUT_METHOD];

/** Partners that can be paid. */
export function createPayable(trx: Db, scene: DemoScene, { clock, releaseHolds }: DemoServices) {
  return {
    /** The active partners who get payments, except the demo partner, whose user requests them. */
    others: participants(scene)
      .filter(({ index, status }) => status === 'active' && !NOT_PAID.includes(index))
      .map(({ id }) => id),

    today: () => moscowDay(clock()),

    /** Returns the partners with at least the minimum available, the largest sum first. */
    async findPayable(): Promise<string[]> {
      await releaseHolds();
      const { rows } = await sql<{ partner_id: string }>`
        select partner_id from accruals where organization_id = ${scene.organizationId} and status = 'available'
        group by partner_id
        having sum(amount_kop) >= (
          select default_min_payout_kop from organizations where id = ${scene.organizationId})
        order by sum(amount_kop) desc, partner_id`.execute(trx);
      return rows.map(({ partner_id }) => partner_id);
    },
  };
}
