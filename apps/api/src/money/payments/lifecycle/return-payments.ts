import { sql } from 'kysely';
import type { Cause } from '../../../audit/index.ts';
import { findPaymentTerms } from '../../../organization/index.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import { formatRubles } from '../../../platform/russian-format.ts';
import { findAccountingDay } from '../../closed-months/accounting-day.ts';
import { notifyPartialReturn } from '../../money-messages.ts';
import { withdrawReceipt } from '../../receipts/owed-receipts.ts';
import { alignClaims } from '../../rewards/partner-money.ts';
import { recordManualReturn } from '../../transfers/manual-transfers.ts';
import { recordTransferDebts } from '../../transfers/transfer-debts.ts';
import { transfersRepo } from '../../transfers/transfers.repo.ts';
import { recordPartialTransfer } from '../open-payments.ts';
import { reserveRepo } from '../reserve.repo.ts';
import { auditPayments } from './audit-payments.ts';
import type { LockedPayment, PaymentSet } from './locked-payments.ts';
import { transitionPayments } from './transition-payments.ts';

type Returned = {
  /** Day at the bank as an ISO 8601 date, in the time zone of the organization. */
  returned_on: string;
  external_ref: string;
  reason: string;
};

/**
 * Records that an employee states that the bank returned money of a payment, by default all of it.
 *
 * @throws ApiError 400 for a day in the future and for more than the bank has transferred, 409 when it has transferred nothing.
 */
export async function markReturned(
  trx: Db,
  { organizationId, payments }: PaymentSet,
  { amount_kop, ...returned }: Returned & { amount_kop?: number | undefined },
  cause: Cause,
) {
  const [payment] = payments;
  if (payment === undefined) throw new Error('no payment is locked');
  const { id } = payment.row;
  const { time_zone } = await findPaymentTerms(trx, organizationId);
  if (returned.returned_on > dayIn(cause.at, time_zone))
    throw invalid({ returned_on: ['Дата возврата еще не наступила.'] });
  const before_kop = (await transfersRepo(trx, organizationId).transferred([id])).get(id) ?? 0;
  if (before_kop === 0)
    throw conflict('blocked', 'По этой выплате нет перевода, который банк мог бы вернуть.');
  const given_kop = amount_kop ?? before_kop;
  if (given_kop > before_kop)
    throw invalid({ amount_kop: [`Банк перевел ${formatRubles(before_kop)} и не мог вернуть больше.`] });
  const part = { ...returned, amount_kop: given_kop, before_kop };
  const notes = await describeClosedMonth(trx, payment, part);
  await recordManualReturn(trx, payment, { ...part, notes }, cause);
  await settleReturn(trx, payment, part, cause);
  await recordTransferDebts(trx, { organizationId, payments: [id] }, cause);
}

type ReturnedPart = Returned & {
  amount_kop: number;
  /** What the bank had transferred before. */
  before_kop: number;
};

const isComplete = ({ row }: LockedPayment, { amount_kop, before_kop }: ReturnedPart) =>
  row.status === 'paid' && amount_kop >= before_kop;

/** Returns the day on which the return of a whole payment counts: that of the bank in an open month, but not before the payment counts. */
async function findReturnDay(trx: Db, { row }: LockedPayment, day: string) {
  const found = await findAccountingDay(trx, row.organization_id, day, 'returned');
  const { returned_on } = await trx
    .selectFrom('payments')
    .select(sql<string>`greatest(paid_on, ${found.day}::date)::text`.as('returned_on'))
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  return { ...found, returned_on };
}

/** Returns the note of a transfer that returns a whole payment in a closed month, in Russian. */
export async function describeClosedMonth(
  trx: Db,
  payment: LockedPayment,
  part: ReturnedPart,
): Promise<string[]> {
  if (!isComplete(payment, part)) return [];
  const { note } = await findReturnDay(trx, payment, part.returned_on);
  return note === undefined ? [] : [note];
}

/**
 * Applies a return to a payment. A paid payment becomes returned when the bank has returned all of it: its accruals are available again and
 * its receipt is withdrawn. Otherwise the payment keeps its status. The caller records the transfer and the debts.
 */
export async function settleReturn(trx: Db, payment: LockedPayment, part: ReturnedPart, cause: Cause) {
  const { id, organization_id: organizationId, partner_id: partnerId, status } = payment.row;
  const { amount_kop, before_kop: _, ...returned } = part;
  if (isComplete(payment, part)) {
    await reserveRepo(trx).release(organizationId, [id], cause.at);
    await alignClaims(trx, { organizationId, partnerId }, cause);
    await withdrawReceipt(trx, organizationId, id, cause);
    const { returned_on, note } = await findReturnDay(trx, payment, returned.returned_on);
    const values = { returned_on, return_reason: returned.reason, returned_at: cause.at };
    const transition = { to: 'returned', values, ...(note && { reason: note }) } as const;
    await transitionPayments(trx, { organizationId, payments: [payment] }, transition, cause);
    return;
  }
  await auditPayments(
    trx,
    organizationId,
    'payment.partly-returned',
    [{ id, diff: { ...returned, amount_kop } }],
    cause,
  );
  if (status === 'paid') await notifyPartialReturn(trx, payment, amount_kop, cause);
  else if (status !== 'canceled' && status !== 'returned')
    await recordPartialTransfer(trx, { organizationId, paymentId: id }, cause);
}
