import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

type Of = { organizationId: string; paymentId: string };

/** The accruals of a payment. The partner is locked. */
export const reserveRepo = (trx: Db) => ({
  /**
   * What a partner could be paid now, or those of it that are named: then with all that is taken back, which no choice leaves out. Holds
   * that are over have been written off.
   */
  available: (organizationId: string, partnerId: string, named: readonly string[] | undefined) => {
    const all = trx
      .selectFrom('accruals')
      .select(['id', 'amount_kop'])
      .where('organization_id', '=', organizationId)
      .where('partner_id', '=', partnerId)
      .where('status', '=', 'available')
      .orderBy('number');
    const chosen = (ids: readonly string[]) =>
      all.where((where) => where.or([where('id', 'in', ids), where('amount_kop', '<', 0)]));
    return (named === undefined ? all : chosen(named)).execute();
  },

  async reserve({ organizationId, paymentId }: Of, ids: readonly string[], at: Date) {
    await trx
      .updateTable('accruals')
      .set({ status: 'reserved', payment_id: paymentId, updated_at: at })
      .where('organization_id', '=', organizationId)
      .where('id', 'in', ids)
      .execute();
  },

  /** Lets go of all that a payment holds, or of what is named of it. */
  async release({ organizationId, paymentId }: Of, at: Date, named?: readonly string[]) {
    let held = trx
      .updateTable('accruals')
      .set({ status: 'available', payment_id: null, updated_at: at })
      .where('organization_id', '=', organizationId)
      .where('payment_id', '=', paymentId);
    if (named !== undefined) held = held.where('id', 'in', named);
    await held.execute();
  },

  async settle({ organizationId, paymentId }: Of, at: Date) {
    await trx
      .updateTable('accruals')
      .set({ status: 'paid', updated_at: at })
      .where('organization_id', '=', organizationId)
      .where('payment_id', '=', paymentId)
      .execute();
  },

  async total({ organizationId, paymentId }: Of): Promise<number> {
    const { total } = await trx
      .selectFrom('accruals')
      .select(sql<number>`coalesce(sum(amount_kop), 0)::bigint`.as('total'))
      .where('organization_id', '=', organizationId)
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow();
    return total;
  },
});
