import { RECEIPT_STATUS_LABELS, type Receipt, receiptUrl } from '@referral-dashboard/api-contract';
import type { Sheet, WithTimeZone } from '../../platform/export/columns.ts';
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

/** Sheet of receipts. */
export const receiptSheet: Sheet<Receipt & WithTimeZone> = {
  name: 'Чеки',
  latinName: 'receipts',
  columns: [
    { title: 'Выплата', width: 10, kind: 'text', value: ({ payment }) => payment.number },
    { title: 'Партнер', width: 28, kind: 'text', value: ({ partner }) => partner.name },
    { title: 'Сумма, ₽', width: 16, kind: 'money', value: ({ amount_kop }) => amount_kop },
    { title: 'Дата перевода', width: 14, kind: 'day', value: ({ paid_on }) => paid_on },
    { title: 'Статус', width: 14, kind: 'text', value: ({ status }) => RECEIPT_STATUS_LABELS[status] },
    { title: 'Срок', width: 14, kind: 'day', value: ({ due_on }) => due_on },
    { title: 'Просрочен', width: 10, kind: 'text', value: ({ is_late }) => (is_late ? 'Да' : '') },
    { title: 'Номер чека', width: 16, kind: 'text', value: ({ number }) => number },
    { title: 'Ссылка', width: 60, kind: 'text', value: ({ url }) => url },
    { title: 'Что не сходится', width: 40, kind: 'text', value: ({ problem }) => problem },
  ],
};
