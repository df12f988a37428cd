import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { isInStatus } from '../accruals/accrual-status.ts';
import { extendStatementTimeout } from '../rewards/partner-money.ts';

type Of = { organizationId: string; paymentId: string };
/** Accruals that a partner could be paid at a moment, or those of them that are named. */
export type Choice = {
  organizationId: string;
  partnerId: string;
  named: readonly string[] | undefined;
  at: Date;
};

/**
 * Predicate: accruals `a` that a partner could be paid, or those of it that are named: then with all that their leads' claims have available, and with every
 * debt, which no choice leaves out. Before some are named, holds that are over have been written off.
 */
const isChosen = ({ organizationId, partnerId, named, at }: Choice) => {
  if (named === undefined)
    return sql<SqlBool>`a.organization_id = ${organizationId} and a.partner_id = ${partnerId}
      and ${isInStatus(['available'], at)}`;
  const available = sql<SqlBool>`organization_id = ${organizationId} and partner_id = ${partnerId}
    and status = 'available'`;
  return sql<SqlBool>`${available} and (
        ${isNamed(named)} or (lead_id is null and amount_kop < 0) or lead_id in (
          select lead_id from accruals where ${available} and lead_id is not null
          group by lead_id having bool_or(${isNamed(named)}) or sum(amount_kop) < 0))`;
};

/** One parameter, however many are named. */
const isNamed = (named: readonly string[]) => sql<SqlBool>`id = any(${named}::uuid[])`;

/** The accruals of a payment. The partner is locked. */
export const reserveRepo = (trx: Db) => ({
  /** Number of accruals of a choice, of those named, and their sum. */
  chosen: (choice: Choice) =>
    trx
      .selectFrom('accruals as a')
      .select([
        sql<number>`count(*)::int`.as('accruals'),
        sql<number>`count(*) filter (where ${isNamed(choice.named ?? [])})::int`.as('named'),
        sql<number>`coalesce(sum(amount_kop), 0)::bigint`.as('amount_kop'),
      ])
      .where(isChosen(choice))
      .executeTakeFirstOrThrow(),

  async reserve(choice: Choice, paymentId: string) {
    await extendStatementTimeout(trx);
    await trx
      .updateTable('accruals as a')
      .set({ status: 'reserved', payment_id: paymentId, updated_at: choice.at })
      .where(isChosen(choice))
      .execute();
  },

  /** Puts one more accrual into a payment. */
  async add({ organizationId, paymentId }: Of, accrual: string, at: Date) {
    await trx
      .updateTable('accruals')
      .set({ status: 'reserved', payment_id: paymentId, updated_at: at })
      .where('organization_id', '=', organizationId)
      .where('id', '=', accrual)
      .execute();
  },

  /** Lets go of all that a payment holds, or of what is named of it. */
  async release({ organizationId, paymentId }: Of, at: Date, named?: readonly string[]) {
    await extendStatementTimeout(trx);
    let held = trx
      .updateTable('accruals')
      .set({ status: 'available', payment_id: null, updated_at: at })
      .where('organization_id', '=', organizationId)
      .where('payment_id', '=', paymentId);
    if (named !== undefined) held = held.where(isNamed(named));
    await held.execute();
  },

  /** Writes down that what payments hold is paid. */
  async settle(organizationId: string, payments: readonly string[], at: Date) {
    await extendStatementTimeout(trx);
    await trx
      .updateTable('accruals')
      .set({ status: 'paid', updated_at: at })
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`payment_id = any(${payments}::uuid[])`)
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
