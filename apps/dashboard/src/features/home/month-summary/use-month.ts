import { useDates } from '@/shared/format/use-dates.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { getMonthPeriod, lastMonthsBefore } from '@/shared/period/month.ts';

const MAX_MONTHS = 36;

/** Month from the URL, the last complete one by default. Months that are invalid, too old or in the future are ignored. */
export function useMonth() {
  const { get, change } = useAddress();
  const today = useDates().dayAt(Date.now());
  const completeMonths = lastMonthsBefore(today, MAX_MONTHS);
  const months = [today.slice(0, 7), ...completeMonths];
  const lastMonth = completeMonths[0] ?? '';
  const month = months.includes(get('month')) ? get('month') : lastMonth;
  return {
    month,
    /** Months that can be chosen, latest first. */
    months,
    today,
    choose: (chosen: string) => change({ month: chosen === lastMonth ? null : chosen }),
    ...getMonthPeriod(month, today),
  };
}

export type Month = ReturnType<typeof useMonth>;
