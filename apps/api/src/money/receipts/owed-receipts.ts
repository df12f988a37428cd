import type { ReceiptStatus } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { audit, type Cause } from '../../audit/index.ts';
import { notifyAll } from '../../messages/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { formatDay, formatRubles } from '../../platform/russian-format.ts';
import { moscowDay } from '../tax-status/moscow.ts';
import { earnedKop, settledDebtKop } from '../transfers/transfers.repo.ts';

const DAY_OF_MONTH = 9;

/** Returns the deadline of a receipt: the 9th of the month after the transfer. Source: law 422-ФЗ of 27.11.2018, article 14. */
export function receiptDue(paidOn: string): string {
  const [year = 0, month = 1] = paidOn.split('-').map(Number);
  return new Date(Date.UTC(year, month, DAY_OF_MONTH)).toISOString().slice(0, 10);
}

/** Predicate: the partner has still to give receipt `r`, or another one. */
export const isOwed = sql<SqlBool>`r.status in ('awaited', 'mismatched', 'annulled')`;

/** Predicate: receipt `r` is owed and its deadline has passed in Moscow. */
export const isLate = (now: Date) => sql<SqlBool>`(${isOwed} and r.due_on < ${moscowDay(now)}::date)`;

type Paid = { organizationId: string; payments: readonly string[]; paidOn: string };

/**
 * Creates the expected receipts of payments to partners who were self-employed at the approval, and notifies the partners. Other payments, and
 * those of returned money alone, need no receipt.
 */
export async function createExpectedReceipts(
  trx: Db,
  { organizationId, payments, paidOn }: Paid,
  { at }: Cause,
) {
  const due = receiptDue(paidOn);
  const { rows } = await sql<{
    id: string;
    partner_id: string;
    number: number;
    amount_kop: number;
    settled_kop: number;
  }>`
    with made as (
      insert into receipts (organization_id, payment_id, partner_id, status, due_on, created_at)
      select payment.organization_id, payment.id, payment.partner_id, 'awaited', ${due}::date, ${at}
      from payments payment join partners partner on partner.organization_id = payment.organization_id and partner.id = payment.partner_id
      where payment.organization_id = ${organizationId} and payment.id = any(${payments}::uuid[]) and coalesce(payment.payee_kind, partner.kind) = 'self_employed'
        and ${earnedKop('payment')} > 0
      on conflict do nothing returning payment_id)
    select payment.id, payment.partner_id, payment.number, ${earnedKop('payment')} as amount_kop,
      ${settledDebtKop('payment')} as settled_kop
    from payments payment
    where payment.organization_id = ${organizationId} and payment.id in (select payment_id from made)
    order by payment.number`.execute(trx);
  const messages = rows.map(({ id, partner_id, number, amount_kop, settled_kop }) => ({
    partner: {
      cardId: partner_id,
      title: `Нужен чек по выплате В-${number}`,
      text: `Пришлите чек по выплате В-${number} на ${formatRubles(amount_kop)} до ${formatDay(new Date(due), 'UTC')}.${settled_kop > 0 ? ` Из них ${formatRubles(settled_kop)} перевели раньше.` : ''}`,
      path: `/payments?payment=${id}`,
    },
  }));
  await notifyAll(trx, { event: 'receipt_due', organizationId, actorId: null, at }, messages);
}

/** Removes the expected receipt of a payment that the bank returned. A receipt that the partner has given is to be annulled. */
export async function withdrawReceipt(
  trx: Db,
  organizationId: string,
  paymentId: string,
  { actorId, requestId, at }: Cause,
) {
  await trx
    .deleteFrom('receipts')
    .where('organization_id', '=', organizationId)
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'awaited')
    .execute();
  const { rows } = await sql<{ before: ReceiptStatus; after: ReceiptStatus }>`
    with given as (
      select status from receipts where organization_id = ${organizationId} and payment_id = ${paymentId} for update
    )
    update receipts r
    set status = case r.status when 'annulled' then 'closed' else 'to_annul' end,
      problem = case r.status when 'annulled' then r.problem else 'Банк вернул выплату: чек нужно аннулировать.' end,
      check_at = case r.status when 'annulled' then null else ${at}::timestamptz end, checks = 0, lease = null, leased_until = null
    from given
    where r.organization_id = ${organizationId} and r.payment_id = ${paymentId}
    returning given.status as before, r.status as after`.execute(trx);
  for (const { before, after } of rows)
    await audit(trx, {
      at,
      organizationId,
      actorId,
      requestId,
      action: 'payment.receipt-returned',
      kind: 'payment',
      objectId: paymentId,
      diff: { changed: ['receipt'], before: { receipt: before }, after: { receipt: after } },
    });
}
