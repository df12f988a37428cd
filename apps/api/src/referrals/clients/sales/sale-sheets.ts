import {
  CLIENT_FIELD_LABELS,
  SALE_SOURCE_LABELS,
  type Sale,
  type SaleForPartner,
} from '@referral-dashboard/api-contract';
import type { Column, Sheet, WithTimeZone } from '../../../platform/export/columns.ts';

type Shared = Column<SaleForPartner>;

const text = (title: string, width: number) => ({ title, width, kind: 'text' }) as const;

const NUMBER: Shared = { ...text('Номер', 10), value: ({ number }) => number };
const PAID_ON: Shared = { title: 'Дата оплаты', width: 14, kind: 'day', value: ({ paid_on }) => paid_on };
const CLIENT: Shared = { ...text('Клиент', 28), value: ({ client }) => client.name };
const PROGRAM: Shared = { ...text('Программа', 30), value: ({ program }) => program?.name ?? null };
const LEAD: Shared = { ...text('Лид', 10), value: ({ lead }) => lead?.number ?? null };
const PRODUCT: Shared = { ...text('Товар или услуга', 24), value: ({ product }) => product };
const SUMS: Shared[] = [
  {
    title: 'Сумма, ₽',
    width: 18,
    kind: 'money',
    value: ({ amount_kop, refund_of }) =>
      amount_kop !== null && refund_of !== null ? -amount_kop : amount_kop,
  },
  { title: 'Возвращено, ₽', width: 18, kind: 'money', value: ({ refunded_kop }) => refunded_kop },
  { title: 'Вознаграждение, ₽', width: 19, kind: 'money', value: ({ reward_kop }) => reward_kop },
];
const STATE: Shared[] = [
  { ...text('Возврат по продаже', 19), value: ({ refund_of }) => refund_of?.number ?? null },
  { title: 'Отменена', width: 17, kind: 'time', value: ({ canceled_at }) => canceled_at },
];

const SALES = { name: 'Продажи', latinName: 'sales' };

/** Export columns of sales and refunds for an organization. The amount of a refund is negative. */
export const saleSheet: Sheet<Sale & WithTimeZone> = {
  ...SALES,
  columns: [
    ...[NUMBER, PAID_ON, CLIENT],
    { ...text('Партнер', 28), value: ({ partner }) => partner?.name ?? null },
    ...[PROGRAM, LEAD, PRODUCT, ...SUMS],
    { title: 'НДС, ₽', width: 18, kind: 'money', value: ({ vat_kop }) => vat_kop },
    ...STATE,
    { ...text('Источник', 16), value: ({ source }) => SALE_SOURCE_LABELS[source] },
    { ...text(CLIENT_FIELD_LABELS.external_id, 22), value: ({ external_id }) => external_id },
    { ...text('Комментарий', 30), value: ({ comment }) => comment },
    { title: 'Внесена', width: 17, kind: 'time', value: ({ created_at }) => created_at },
  ],
};

/** Export columns of sales and refunds for a partner. The type allows only fields that the contract shows to partners. */
export const saleSheetForPartner: Sheet<SaleForPartner & WithTimeZone> = {
  ...SALES,
  columns: [NUMBER, PAID_ON, CLIENT, PROGRAM, LEAD, PRODUCT, ...SUMS, ...STATE],
};
