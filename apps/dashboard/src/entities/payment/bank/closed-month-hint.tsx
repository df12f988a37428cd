import { Text } from '@mantine/core';
import { closedMonthRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatDate } from '@/shared/format/date.ts';
import { getNextMonth, monthInWords } from '@/shared/period/month.ts';

type ClosedMonthHintProps = {
  /** Chosen day of the bank, `2026-10-28`; null when none is chosen. */
  day: string | null;
  /** What counts later: a payment or its return. */
  counted: 'выплату' | 'возврат';
};

/** States on which day a transfer of a closed month counts. Renders nothing for a day of an open month. */
export function ClosedMonthHint({ day, counted }: ClosedMonthHintProps) {
  const { data } = useApiQuery(closedMonthRoutes.closedMonths, {});
  const closed = data?.closed ?? null;
  if (day === null || closed === null || day.slice(0, 7) > closed) return null;
  return (
    <Text size="sm" role="status">
      Месяц «{monthInWords(day.slice(0, 7))}» закрыт: дату банка сохраним, а {counted} учтем{' '}
      {formatDate(`${getNextMonth(closed)}-01`)}.
    </Text>
  );
}
