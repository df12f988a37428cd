import {
  ACCRUAL_KIND_LABELS,
  ACCRUAL_STATUS_LABELS,
  type Accrual,
  type AccrualForPartner,
  REVIEW_REASON_LABELS,
  shownAccrualStatus,
} from '@referral-dashboard/api-contract';
import type { Column, Sheet, WithTimeZone } from '../../platform/export/columns.ts';
import { type Payee, payeeColumns } from '../payable/payee-columns.ts';

const first: Column<AccrualForPartner>[] = [
  { title: 'Номер', width: 10, kind: 'text', value: ({ number }) => number },
  { title: 'Создано', width: 17, kind: 'time', value: ({ created_at }) => created_at },
  {
    title: 'Статус',
    width: 22,
    kind: 'text',
    value: (accrual) => ACCRUAL_STATUS_LABELS[shownAccrualStatus(accrual)],
  },
  { title: 'Вид', width: 16, kind: 'text', value: ({ kind }) => ACCRUAL_KIND_LABELS[kind] },
  { title: 'Сумма, ₽', width: 16, kind: 'money', value: ({ amount_kop }) => amount_kop },
];
const last: Column<AccrualForPartner>[] = [
  { title: 'Программа', width: 30, kind: 'text', value: ({ program }) => program?.name ?? null },
  { title: 'Лид', width: 10, kind: 'text', value: ({ lead }) => lead?.number ?? null },
  { title: 'Продажа', width: 10, kind: 'text', value: ({ sale }) => sale?.number ?? null },
  { title: 'Клиент', width: 28, kind: 'text', value: ({ sale }) => sale?.name ?? null },
  { title: 'Выплата', width: 10, kind: 'text', value: ({ payment }) => payment?.number ?? null },
  { title: 'Удержание до', width: 17, kind: 'time', value: ({ hold_until }) => hold_until },
  { title: 'Пояснение', width: 50, kind: 'text', value: ({ explanation }) => explanation },
];

const ACCRUALS = { name: 'Начисления', latinName: 'accruals' };

/** Sheet of accruals for an organization. */
export const accrualSheet: Sheet<Accrual & Payee & WithTimeZone> = {
  ...ACCRUALS,
  columns: [
    ...first,
    { title: 'Партнер', width: 28, kind: 'text', value: ({ partner }) => partner.name },
    ...payeeColumns,
    ...last,
    {
      title: 'Причина проверки',
      width: 22,
      kind: 'text',
      value: ({ review_reason }) => review_reason && REVIEW_REASON_LABELS[review_reason],
    },
    { title: 'Комментарий', width: 30, kind: 'text', value: ({ comment }) => comment },
  ],
};

/** Sheet of accruals for a partner. Its row type contains only fields that partners may see. */
export const accrualSheetForPartner: Sheet<AccrualForPartner & WithTimeZone> = {
  ...ACCRUALS,
  columns: [
    ...first,
    { title: 'Организация', width: 30, kind: 'text', value: ({ organization }) => organization.name },
    ...last,
  ],
};
