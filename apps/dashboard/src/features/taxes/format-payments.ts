import { formatCount } from '@/shared/format/count.ts';

const PAYMENTS = ['выплата', 'выплаты', 'выплат'] as const;
const RETURNS = ['возврат', 'возврата', 'возвратов'] as const;

/** Formats the numbers of payments and of returns by the bank, omitting zero returns: «3 выплаты, 1 возврат». */
export const formatPayments = ({ payments, returns }: { payments: number; returns: number }) =>
  [formatCount(payments, PAYMENTS), ...(returns > 0 ? [formatCount(returns, RETURNS)] : [])].join(', ');
