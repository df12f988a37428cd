import { computeTransfer, type Payment, type Role, stateMachines } from '@referral-dashboard/api-contract';
import type { Column, Sheet, WithTimeZone } from '../../platform/export/columns.ts';
import { type Payee, payeeColumns } from '../payable/payee-columns.ts';

const WHO = {
  organization: { title: 'Партнер', width: 28, kind: 'text', value: ({ partner }) => partner.name },
  partner: { title: 'Организация', width: 30, kind: 'text', value: ({ organization }) => organization.name },
} as const satisfies Record<Role, Column<Payment>>;

const TAX_PERIOD: Column<Payment> = {
  title: 'Налоговый период',
  width: 18,
  kind: 'digits',
  value: ({ paid_on }) => paid_on?.slice(0, 4) ?? null,
};

/** Returns the sheet of payments for a role. An organization sees the partner, a partner sees the organization. */
export const paymentSheet = (role: Role): Sheet<Payment & Payee & WithTimeZone> => ({
  name: 'Выплаты',
  latinName: 'payments',
  columns: [
    { title: 'Номер', width: 10, kind: 'text', value: ({ number }) => number },
    { title: 'Создана', width: 17, kind: 'time', value: ({ created_at }) => created_at },
    { title: 'Статус', width: 16, kind: 'text', value: ({ status }) => stateMachines.payment.labels[status] },
    { title: 'Сумма, ₽', width: 16, kind: 'money', value: ({ amount_kop }) => amount_kop },
    { title: 'НДФЛ, ₽', width: 14, kind: 'money', value: ({ tax_kop }) => tax_kop },
    { title: 'К перечислению, ₽', width: 18, kind: 'money', value: computeTransfer },
    WHO[role],
    ...(role === 'organization' ? payeeColumns : []),
    { title: 'Начислений', width: 12, kind: 'number', value: ({ accruals }) => accruals },
    { title: 'Способ выплаты', width: 36, kind: 'text', value: ({ method }) => method?.label ?? null },
    { title: 'Утверждена', width: 17, kind: 'time', value: ({ approved_at }) => approved_at },
    { title: 'Дата перевода', width: 14, kind: 'day', value: ({ paid_on }) => paid_on },
    { title: 'Отмечена', width: 17, kind: 'time', value: ({ paid_at }) => paid_at },
    ...(role === 'organization' ? [TAX_PERIOD] : []),
    { title: 'Номер перевода', width: 20, kind: 'text', value: ({ external_ref }) => external_ref },
    { title: 'Дата возврата', width: 14, kind: 'day', value: ({ returned_on }) => returned_on },
    { title: 'Назначение', width: 60, kind: 'text', value: ({ purpose }) => purpose },
    { title: 'Причина ошибки', width: 30, kind: 'text', value: ({ failure_reason }) => failure_reason },
    { title: 'Причина отмены', width: 30, kind: 'text', value: ({ cancel_reason }) => cancel_reason },
    { title: 'Причина возврата', width: 30, kind: 'text', value: ({ return_reason }) => return_reason },
  ],
});
