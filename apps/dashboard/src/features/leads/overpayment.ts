import type { AnyLead } from './lead.ts';

type SettledAmounts = Pick<AnyLead, 'reward' | 'paid_kop' | 'approved_kop'>;

/** Kopecks in paid and approved payments, and their excess over the current reward (zero or less without an overpayment). */
export function getOverpayment({ reward, paid_kop, approved_kop }: SettledAmounts) {
  const settled_kop = paid_kop + approved_kop;
  return { settled_kop, over_kop: settled_kop - (reward?.amount_kop ?? 0) };
}

/** Label of settled money: paid, or in an approved payment. */
export const getPaidLabel = ({ paid_kop }: SettledAmounts) =>
  paid_kop > 0 ? 'Уже выплачено' : 'Уже в выплате';
