import { computeTransfer, sumAmounts } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Cause } from '../../../audit/index.ts';
import { findPaymentTerms } from '../../../organization/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { computeTaxes } from '../../taxes/freeze-taxes.ts';
import { openMark } from '../../transfers/transfers.repo.ts';
import { auditPayments } from './audit-payments.ts';
import { type LockedPayment, lockPayment } from './locked-payments.ts';
import { reservePayments } from './reserve-payments.ts';
import { transitionPayments } from './transition-payments.ts';

type Canceled = Pick<LockedPayment, 'row' | 'partner'>;

/**
 * Creates a payment with the accruals of a canceled or returned payment that the bank has transferred. It takes over the approval of that payment,
 * with the frozen method, purpose and taxes; without an approval it is a draft. The caller records the transfer.
 *
 * @returns the locked new payment. Null when the transfer does not cover the canceled one, or its accruals are not available any more.
 */
export async function replaceCanceled(trx: Db, canceled: Canceled, transferred_kop: number, cause: Cause) {
  const { row, partner } = canceled;
  const {
    organization_id: organizationId,
    id,
    amount_kop,
    method,
    taxes,
    purpose,
    payee_kind,
    payee_inn,
  } = row;
  if (transferred_kop < (await dueOf(trx, canceled, cause.at))) return null;
  const accrualIds = await freeContent(trx, row);
  if (accrualIds === null) return null;
  const [created] = await reservePayments(
    trx,
    {
      organizationId,
      organization: await findPaymentTerms(trx, organizationId),
      payees: [{ partner, accruals: accrualIds.length, amount_kop }],
      accrualIds,
      isExact: true,
      isFinal: row.is_final,
      reason: `Банк оплатил ${row.status === 'returned' ? 'возвращенную' : 'отмененную'} выплату В-${row.number}.`,
    },
    cause,
  );
  if (created === undefined) throw new Error('no payment was created');
  const draft = await lockPayment(trx, organizationId, created.id, cause);
  const reason = `Банк перевел деньги после ${row.status === 'returned' ? 'возврата' : 'отмены'}. Перевод засчитан по выплате В-${draft.row.number}.`;
  await auditPayments(trx, organizationId, 'payment.transfer', [{ id, diff: { reason } }], cause);
  if (method === null) return draft;
  const frozen = new Map([[created.id, { method, purpose, payee_kind, payee_inn, taxes }]]);
  await transitionPayments(
    trx,
    draft.set,
    { to: 'approved', values: { approved_at: cause.at }, frozen },
    cause,
  );
  return lockPayment(trx, organizationId, created.id, cause);
}

/**
 * Returns the payment that replaced an approved payment after its cancellation, and whether it has a manual mark that bank documents do not
 * confirm in full; undefined without one. Its purpose is that of the canceled payment, as in the bank.
 */
export const findReplacement = (trx: Db, { row }: Pick<LockedPayment, 'row'>) =>
  trx
    .selectFrom('payments as payment')
    .select(['payment.id', sql<boolean>`${openMark('payment')} is not null`.as('is_marked')])
    .where('payment.organization_id', '=', row.organization_id)
    .where('payment.partner_id', '=', row.partner_id)
    .where('payment.id', '<>', row.id)
    .where('payment.purpose', '=', row.purpose)
    .executeTakeFirst();

/** Returns the amount that the bank transfers for a canceled payment, in kopecks. Without an approval the tax is the current one. */
async function dueOf(trx: Db, { row, partner }: Canceled, at: Date): Promise<number> {
  if (row.method !== null) return computeTransfer(row);
  const { time_zone } = await findPaymentTerms(trx, row.organization_id);
  const taxes = await computeTaxes(trx, { organizationId: row.organization_id, time_zone, at }, [
    { row, partner },
  ]);
  return computeTransfer({ ...row, tax_kop: taxes.get(row.id)?.tax_kop ?? 0 });
}

/**
 * Returns the ids of the accruals that a payment released when it was canceled or returned. Null unless all of them are still available and no other debt
 * of their claims is.
 */
async function freeContent(
  trx: Db,
  { organization_id, partner_id, id, amount_kop, updated_at }: LockedPayment['row'],
) {
  const { rows } = await sql<{ id: string; amount_kop: number; is_free: boolean }>`
    with content as (
      select accrual.* from accrual_moves move
      join accruals accrual on accrual.organization_id = move.organization_id and accrual.id = move.accrual_id
      where move.organization_id = ${organization_id} and move.partner_id = ${partner_id} and move.payment_id = ${id} and move.from_status in ('reserved', 'paid')
        and move.to_status = 'available' and move.written_at >= ${updated_at}
    )
    select content.id, content.amount_kop, content.status = 'available' and not exists (
      select from accruals debt
      where debt.organization_id = content.organization_id and debt.claim_id = content.claim_id and debt.amount_kop < 0
        and debt.status = 'available' and debt.id not in (select same.id from content same)) as is_free
    from content`.execute(trx);
  const isComplete = sumAmounts(rows) === amount_kop;
  return isComplete && rows.every(({ is_free }) => is_free) ? rows.map((accrual) => accrual.id) : null;
}
