import { accrualRoutes, paymentRoutes } from '@referral-dashboard/api-contract';
import { useRead } from '../../shared/api/use-read.ts';
import { countOf } from '../../shared/format/count.ts';
import { formatDate } from '../../shared/format/date.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { Figures } from './figures.tsx';

const ACCRUALS = ['начисление', 'начисления', 'начислений'] as const;
const PAYMENTS = ['выплата', 'выплаты', 'выплат'] as const;
const UNDER_WAY = ['requested', 'draft', 'approved', 'processing', 'failed'] as const;

/** Sums that the organization owes, from the first day of a hold to the transfer. */
export function OrganizationFigures() {
  const accrualCounts = useRead(accrualRoutes.accrualCounts, { query: {} });
  const paymentCounts = useRead(paymentRoutes.paymentCounts, { query: {} });
  const [accruals, payments] = [accrualCounts.data, paymentCounts.data];
  const sum = (kop: number | undefined, { isError }: { isError: boolean }) =>
    kop ?? (isError ? null : undefined);
  const next = accruals?.next_release;
  const underWay = (of: Record<(typeof UNDER_WAY)[number], number> | undefined) =>
    of && UNDER_WAY.reduce((sum, state) => sum + of[state], 0);
  const note = (count: number | undefined, noun: typeof ACCRUALS | typeof PAYMENTS) =>
    count === undefined ? '' : countOf(count, noun);
  return (
    <Figures
      of={[
        {
          label: 'Готово к выплате',
          kop: sum(accruals?.sums.available, accrualCounts),
          note: note(accruals?.available, ACCRUALS),
          search: '',
        },
        {
          label: 'На удержании',
          kop: sum(accruals?.sums.hold, accrualCounts),
          note: next
            ? `${formatDate(next.date)} освободится ${formatMoney(next.amount_kop)}`
            : note(accruals?.hold, ACCRUALS),
          search: '?tab=accruals&status=hold',
        },
        {
          label: 'В пути',
          kop: sum(underWay(payments?.sums), paymentCounts),
          note: note(underWay(payments), PAYMENTS),
          search: `?tab=payments&status=${UNDER_WAY}`,
        },
        {
          label: 'Выплачено',
          kop: sum(payments?.sums.paid, paymentCounts),
          note: note(payments?.paid, PAYMENTS),
          search: '?tab=payments&status=paid',
        },
      ]}
    />
  );
}
