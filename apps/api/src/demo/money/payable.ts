import { sql } from 'kysely';
import { moscowDay } from '../../money/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { type DemoScene, participants } from '../scene.ts';
import type { DemoServices } from '../services.ts';
import { CHANGED_METHOD } from './payout-methods.ts';

/** Partners that can be paid. */
export function createPayable(trx: Db, scene: DemoScene, { clock, releaseHolds }: DemoServices) {
  return {
    /** The active partners except two: the demo partner, whose user requests payments, and the one whose payout method has just changed. */
    others: participants(scene)
      .filter(({ index, status }) => index !== 0 && index !== CHANGED_METHOD && status === 'active')
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
