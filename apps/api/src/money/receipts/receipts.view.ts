import { type Receipt, receiptUrl } from '@referral-dashboard/api-contract';
import type { ReceiptRow } from './receipts.repo.ts';

/** Maps a row to the contract. */
export function receiptView(row: ReceiptRow): Receipt {
  const { payment_id: id, number, link_inn } = row;
  const inn = link_inn || row.inn;
  return {
    id,
    number,
    payment: { id, number: `В-${row.payment_number}` },
    partner: { id: row.partner_id, name: row.partner_name },
    organization: { id: row.organization_id, name: row.organization_name },
    amount_kop: row.amount_kop,
    paid_on: row.paid_day,
    status: row.status,
    due_on: row.due_day,
    is_late: row.is_late === true,
    url: number === '' || inn === '' ? '' : receiptUrl(inn, number),
    problem: row.problem,
    given_at: row.given_at?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    reminded_on: row.reminded_day,
  };
}
