import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { isInStatus } from '../accruals/accrual-status.ts';
import { extendStatementTimeout } from '../rewards/partner-money.ts';

/** A choice of accruals to pay: all available ones, or the selected ones. */
type Choice = {
  organizationId: string;
  accrualIds: readonly string[] | undefined;
  /** Takes only the selected accruals, without others of their leads and debts. Default: false. */
  isExact?: boolean | undefined;
  /** Payment whose content changes. Its accruals can be chosen too. */
  edited?: string;
  at: Date;
};
/** A choice of accruals of partners. */
export type PartnersChoice = Choice & { partnerIds: readonly string[] };
/** A choice of accruals for payments, one for each partner. */
type PaymentsChoice = Choice & { payments: readonly { id: string; partnerId: string }[] };

/**
 * Predicate: accruals `a` belong to a choice. A choice of selected accruals also includes all available accruals of the same claims and all
 * debts. For selected accruals, the caller releases the ended holds first.
 */
const isChosen = ({ organizationId, partnerIds, accrualIds, isExact, edited, at }: PartnersChoice) => {
  const of = (rows: string) =>
    sql`${sql.ref(`${rows}.organization_id`)} = ${organizationId} and ${sql.ref(`${rows}.partner_id`)} = any(${partnerIds}::uuid[])`;
  const orEdited = (rows: string, isFree: RawBuilder<unknown>) =>
    edited === undefined ? isFree : sql`(${isFree} or ${sql.ref(`${rows}.payment_id`)} = ${edited})`;
  if (accrualIds === undefined)
    return sql<SqlBool>`${of('a')} and ${orEdited('a', isInStatus(['available'], at))}`;
  const isFree = (rows: string) => orEdited(rows, sql`${sql.ref(`${rows}.status`)} = 'available'`);
  if (isExact) return sql<SqlBool>`${of('a')} and ${isFree('a')} and ${isOneOf('a', accrualIds)}`;
  return sql<SqlBool>`${of('a')} and ${isFree('a')} and (
        ${isOneOf('a', accrualIds)} or (a.claim_id is null and a.amount_kop < 0) or a.claim_id in (
          select same.claim_id from accruals same where ${of('same')} and ${isFree('same')} and same.claim_id is not null
          group by same.claim_id having bool_or(${isOneOf('same', accrualIds)}) or sum(same.amount_kop) < 0))`;
};

/** Uses one array parameter for any number of ids. */
const isOneOf = (rows: string, accrualIds: readonly string[]) =>
  sql<SqlBool>`${sql.ref(`${rows}.id`)} = any(${accrualIds}::uuid[])`;

/** Reads and writes of the accruals of payments. The caller holds the locks of the partners. */
export const reserveRepo = (trx: Db) => ({
  /**
   * Returns the number of accruals in a choice, the number of selected ones among them, and the sum in kopecks, by partner id. Partners without
   * accruals are omitted.
   */
  async chosen(choice: PartnersChoice) {
    const sums = await trx
      .selectFrom('accruals as a')
      .select([
        'a.partner_id',
        sql<number>`count(*)::int`.as('accruals'),
        sql<number>`count(*) filter (where ${isOneOf('a', choice.accrualIds ?? [])})::int`.as('named'),
        sql<number>`sum(a.amount_kop)::bigint`.as('amount_kop'),
      ])
      .where(isChosen(choice))
      .groupBy('a.partner_id')
      .execute();
    return new Map(sums.map(({ partner_id, ...sum }) => [partner_id, sum]));
  },

  async reserve({ payments, ...choice }: PaymentsChoice) {
    await extendStatementTimeout(trx);
    const rows = JSON.stringify(payments.map(({ id, partnerId }) => ({ id, partner: partnerId })));
    const partnerIds = payments.map(({ partnerId }) => partnerId);
    await sql`
      update accruals a set status = 'reserved', payment_id = payment.id, updated_at = ${choice.at}
      from jsonb_to_recordset(${rows}::jsonb) as payment (id uuid, partner uuid)
      where a.partner_id = payment.partner and a.payment_id is null and ${isChosen({ ...choice, partnerIds })}`.execute(
      trx,
    );
  },

  /** Sets the accruals of a payment to a choice. Accruals that stay in the payment are not written. */
  async change({ id, partnerId, ...choice }: Choice & { id: string; partnerId: string }) {
    const edit = { ...choice, edited: id };
    await trx
      .updateTable('accruals as a')
      .set({ status: 'available', payment_id: null, updated_at: choice.at })
      .where('a.organization_id', '=', choice.organizationId)
      .where('a.payment_id', '=', id)
      .where(sql<boolean>`(${isChosen({ ...edit, partnerIds: [partnerId] })}) is not true`)
      .execute();
    await this.reserve({ ...edit, payments: [{ id, partnerId }] });
  },

  /** Adds an accrual to a payment. */
  async add(organizationId: string, paymentId: string, accrual: string, at: Date) {
    await trx
      .updateTable('accruals')
      .set({ status: 'reserved', payment_id: paymentId, updated_at: at })
      .where('organization_id', '=', organizationId)
      .where('id', '=', accrual)
      .execute();
  },

  /** Makes the accruals of payments available: all of them, or only the selected ones. */
  async release(
    organizationId: string,
    payments: readonly string[],
    at: Date,
    accrualIds?: readonly string[],
  ) {
    await extendStatementTimeout(trx);
    let reserved = trx
      .updateTable('accruals as a')
      .set({ status: 'available', payment_id: null, updated_at: at })
      .where('a.organization_id', '=', organizationId)
      .where(sql<boolean>`a.payment_id = any(${payments}::uuid[])`);
    if (accrualIds !== undefined) reserved = reserved.where(isOneOf('a', accrualIds));
    await reserved.execute();
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

  /** Returns the sum of the accruals of a payment in kopecks. */
  async total(organizationId: string, paymentId: string): Promise<number> {
    const { total } = await trx
      .selectFrom('accruals')
      .select(sql<number>`coalesce(sum(amount_kop), 0)::bigint`.as('total'))
      .where('organization_id', '=', organizationId)
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow();
    return total;
  },
});
