import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { isInStatus } from '../accruals/accrual-status.ts';
import { extendStatementTimeout } from '../rewards/partner-money.ts';

type Of = { organizationId: string; paymentId: string };
/** A choice of accruals to pay to a partner: all available ones, or the named ones. */
export type Choice = {
  organizationId: string;
  partnerId: string;
  named: readonly string[] | undefined;
  at: Date;
};

/**
 * Predicate: accruals `a` belong to a choice. A choice of named accruals also includes all available accruals of the same leads and all
 * debts. For named accruals, the caller releases the ended holds first.
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

/** Uses one array parameter for any number of ids. */
const isNamed = (named: readonly string[]) => sql<SqlBool>`id = any(${named}::uuid[])`;

/** Reads and writes of the accruals of payments. The caller holds the lock of the partner. */
export const reserveRepo = (trx: Db) => ({
  /** Returns the number of accruals in a choice, the number of named ones among them, and the sum in kopecks. */
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

  /** Adds an accrual to a payment. */
  async add({ organizationId, paymentId }: Of, accrual: string, at: Date) {
    await trx
      .updateTable('accruals')
      .set({ status: 'reserved', payment_id: paymentId, updated_at: at })
      .where('organization_id', '=', organizationId)
      .where('id', '=', accrual)
      .execute();
  },

  /** Makes the accruals of a payment available: all of them, or only the named ones. */
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

  /** Marks the accruals of payments as paid. */
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
