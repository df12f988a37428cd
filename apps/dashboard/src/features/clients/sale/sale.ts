import { formatMoney } from '@/shared/format/money.ts';
import type { AnySale } from '../client.ts';

/** Signed amount of a sale or a refund. */
export const formatAmount = ({ amount_kop, refund_of }: Pick<AnySale, 'amount_kop' | 'refund_of'>) => {
  if (amount_kop === null) return 'Без суммы';
  return formatMoney(refund_of === null ? amount_kop : -amount_kop);
};
