import { type SqlBool, sql } from 'kysely';
import type { Cause } from '../../audit/index.ts';
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

/** Predicate: receipt `r` is not received and its deadline has passed in Moscow. */
export const isLate = (now: Date) =>
  sql<SqlBool>`(r.status <> 'received' and r.due_on < ${moscowDay(now)}::date)`;

type Paid = { organizationId: string; payments: readonly string[]; paidOn: string };

/** Creates the expected receipts of payments to self-employed partners and notifies the partners. Other payments need no receipt. */
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
      where payment.organization_id = ${organizationId} and payment.id = any(${payments}::uuid[]) and partner.kind = 'self_employed'
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
