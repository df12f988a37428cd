import type { PaymentStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { formatRubles } from '../../platform/russian-format.ts';
import { createAccrual } from '../rewards/accruals.ts';
import { transferredKop } from './transfers.repo.ts';

type Surplus = {
  id: string;
  number: number;
  partner_id: string;
  status: PaymentStatus;
  due_kop: number;
  transferred_kop: number;
  debt_kop: number;
};

/**
 * Creates corrections, so that each partner owes what the bank transferred beyond the amounts of paid, canceled and returned payments, and is
 * owed the returned parts of paid ones. The caller holds the locks of the partners.
 */
export async function recordTransferDebts(
  trx: Db,
  { organizationId, payments }: { organizationId: string; payments: readonly string[] },
  cause: Cause,
) {
  const { rows } = await sql<Surplus>`
    select * from (
      select payment.id, payment.number, payment.partner_id, payment.status,
        case payment.status when 'paid' then payment.amount_kop - payment.tax_kop else 0 end as due_kop,
        ${transferredKop('payment')} as transferred_kop,
        (select coalesce(-sum(accrual.amount_kop), 0)::bigint from transfer_debts debt
          join accruals accrual on accrual.organization_id = debt.organization_id and accrual.id = debt.accrual_id
          where debt.organization_id = payment.organization_id and debt.payment_id = payment.id) as debt_kop
      from payments payment
      where payment.organization_id = ${organizationId} and payment.id = any(${payments}::uuid[])
        and payment.status in ('paid', 'canceled', 'returned')
    ) moved
    where moved.transferred_kop - moved.due_kop <> moved.debt_kop
    order by moved.number`.execute(trx);
  for (const moved of rows) {
    const accrual_id = await createAccrual(
      trx,
      {
        organization_id: organizationId,
        partner_id: moved.partner_id,
        program_id: null,
        lead_id: null,
        reward_id: null,
        kind: 'correction',
        amount_kop: moved.debt_kop - (moved.transferred_kop - moved.due_kop),
        explanation: debtInWords(moved),
        status: 'available',
        review_reason: null,
        hold_until: null,
        // The bank caused it. An employee who only applies the statement may approve the next payment.
        created_by: null,
      },
      cause,
    );
    await trx
      .insertInto('transfer_debts')
      .values({ organization_id: organizationId, accrual_id, payment_id: moved.id })
      .execute();
  }
}

/** Explains a correction: the part of the surplus that no earlier correction contains. */
function debtInWords({ number, status, due_kop, transferred_kop, debt_kop }: Surplus): string {
  const name = `В-${number}`;
  const surplus_kop = transferred_kop - due_kop;
  const part_kop = surplus_kop - debt_kop;
  const part = formatRubles(Math.abs(part_kop));
  if (part_kop < 0)
    return surplus_kop < 0
      ? `Банк вернул ${part} из выплаты ${name}`
      : `Банк вернул переплату по выплате ${name}`;
  if (status === 'returned' && transferred_kop === 0)
    return `Выплата ${name} возвращена целиком: ${part}, возвращенные раньше, вошли в ее начисления`;
  if (status === 'paid' && debt_kop < 0 && surplus_kop <= 0)
    return `Банк снова перевел ${part} по выплате ${name}`;
  return status === 'canceled' || status === 'returned'
    ? `Банк перевел ${part} по ${status === 'canceled' ? 'отмененной' : 'возвращенной'} выплате ${name}`
    : `Переплата ${part} по выплате ${name}: банк перевел ${formatRubles(transferred_kop)}, к перечислению было ${formatRubles(due_kop)}`;
}
