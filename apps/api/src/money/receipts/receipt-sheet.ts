import { RECEIPT_STATUS_LABELS, type Receipt } from '@referral-dashboard/api-contract';
import type { Sheet, WithTimeZone } from '../../platform/export/columns.ts';

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
    { title: 'Прислан', width: 17, kind: 'time', value: ({ given_at }) => given_at },
    { title: 'Ссылка', width: 60, kind: 'text', value: ({ url }) => url },
    { title: 'Что не сходится', width: 40, kind: 'text', value: ({ problem }) => problem },
  ],
};
