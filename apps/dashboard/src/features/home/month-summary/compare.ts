import { formatShare } from '@/shared/format/money.ts';
import { formatInMonth } from '@/shared/period/month.ts';

/** 100 % in basis points. */
const FULL_SHARE_BPS = 10_000;

/** Change of a figure since another month: «на 12,0 % больше, чем в сентябре». */
export function compareWithMonth(current: number, previous: number, month: string): string {
  const inMonth = formatInMonth(month);
  if (current === previous) return `столько же, сколько в ${inMonth}`;
  if (previous <= 0) return `в ${inMonth} не было`;
  const share = formatShare((Math.abs(current - previous) / previous) * FULL_SHARE_BPS);
  return current > previous ? `на ${share} больше, чем в ${inMonth}` : `на ${share} меньше, чем в ${inMonth}`;
}
