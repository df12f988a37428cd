import { formatCount, formatNumber } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';

const PARTNERS = ['партнеру', 'партнерам', 'партнерам'] as const;

type Ready = { count: number; sum_kop: number };

/** For example «14 партнерам можно выплатить 49 400,00 ₽, еще 6 пока нельзя». `blocked` is the number of partners who cannot be paid now. */
export function describeReady({ count, sum_kop }: Ready, blocked: number): string {
  if (count === 0) return `${formatCount(blocked, PARTNERS)} пока нельзя заплатить`;
  const readyText = `${formatCount(count, PARTNERS)} можно выплатить ${formatMoney(sum_kop)}`;
  return blocked > 0 ? `${readyText}, еще ${formatNumber(blocked)} пока нельзя` : readyText;
}
