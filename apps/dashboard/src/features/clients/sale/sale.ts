import type { Sale } from '@referral-dashboard/api-contract';
import { formatMoney } from '@/shared/format/money.ts';
import type { AnySale } from '../client.ts';

/** Amount of a sale that is not refunded, in kopecks. Zero without an amount. */
export const getRefundable = ({ amount_kop, refunded_kop }: Pick<Sale, 'amount_kop' | 'refunded_kop'>) =>
  (amount_kop ?? 0) - refunded_kop;

/** Signed amount of a sale or a refund. */
export const formatAmount = ({ amount_kop, refund_of }: Pick<AnySale, 'amount_kop' | 'refund_of'>) => {
  if (amount_kop === null) return 'Без суммы';
  return formatMoney(refund_of === null ? amount_kop : -amount_kop);
};

/** Values of the forms of a sale and a refund. */
export type SaleValues = { amount_kop: number | null; paid_on: string | null; comment: string };

/** Values of the forms of a sale. */
export type ProductSaleValues = SaleValues & { product: string };

/** Body fields of a sale or a refund. A missing amount is sent as null, so that it is reported. */
export const toSaleBody = ({ amount_kop, paid_on, comment }: SaleValues) => ({
  amount_kop: amount_kop || null,
  paid_on,
  comment,
});

/** Error messages for empty fields. Other errors keep the message of the contract. */
export const createSaleMessages = (missingDay: string) => ({
  amount_kop: ({ amount_kop }: SaleValues, message: string) => (amount_kop ? message : 'Введите сумму'),
  paid_on: ({ paid_on }: SaleValues, message: string) => (paid_on === null ? missingDay : message),
});

/** Draft keys of the forms. */
export const getNewSaleDraftKey = ({ id }: { id: string }) => `sale-of:${id}`;
export const getSaleDraftKey = ({ id }: { id: string }) => `sale:${id}`;
export const getRefundDraftKey = ({ id }: { id: string }) => `refund:${id}`;
