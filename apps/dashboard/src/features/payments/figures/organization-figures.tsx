import { Skeleton } from '@mantine/core';
import { accrualRoutes, type PayoutTotals, paymentRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { OPEN_PAYMENT_STATES } from '../list/payment-filters.ts';
import { type Figure, Figures } from './figures.tsx';

const TotalsDay = lazy(() => import('./totals-day.tsx'));

const PARTNERS = ['партнер', 'партнера', 'партнеров'] as const;
const REASONS = ['причина', 'причины', 'причин'] as const;

/** Number of blocked partners and number of blocking reasons. */
const describeBlocked = ({ count, reasons }: PayoutTotals['blocked']) =>
  [formatCount(count, PARTNERS), ...(reasons.length > 0 ? [formatCount(reasons.length, REASONS)] : [])].join(
    ', ',
  );

/**
 * All earnings of partners by payment state, now or at the end of a past day. Every kopeck is counted in exactly one figure. The URL contains
 * the day.
 */
export function OrganizationFigures() {
  const address = useAddress();
  const at = address.get('at');
  return (
    <>
      {at === '' ? <CurrentFigures /> : <PastFigures key={at} at={at} />}
      <Suspense fallback={<Skeleton height={36} width={180} data-screen-only />}>
        <TotalsDay at={at} onChange={(day) => address.change({ at: day })} />
      </Suspense>
    </>
  );
}

/** Amounts at the end of a past day. Blockers of that day are not known, and the lists contain current rows, so there are no links. */
function PastFigures({ at }: { at: string }) {
  const { data, error, isError, refetch } = useApiQuery(paymentRoutes.payoutTotals, { query: { at } });
  if (isError)
    return <PartProblem error={error} title="Суммы на дату не загрузились" onRetry={() => void refetch()} />;
  const figure = (label: string, name: keyof typeof PAST): Figure => ({
    label,
    kop: data?.[name].sum_kop,
    note: data ? formatCount(data[name].count, PARTNERS) : '',
    search: undefined,
  });
  return (
    <Figures
      figures={Object.entries(PAST).map(([name, label]) => figure(label, name as keyof typeof PAST))}
    />
  );
}

const PAST = {
  ready: 'К выплате',
  debts: 'Долги',
  hold: 'На удержании',
  review: 'На проверке',
  under_way: 'В пути',
  paid: 'Выплачено',
};

function CurrentFigures() {
  const { formatDay } = useDates();
  const totals = useApiQuery(paymentRoutes.payoutTotals, {});
  const { data: counts } = useApiQuery(accrualRoutes.accrualCounts, { query: {} });
  const { data } = totals;
  const next = counts?.next_release;
  const figure = (
    label: string,
    name: keyof Omit<PayoutTotals, 'held_up' | 'releases'>,
    overrides: Partial<Figure>,
  ): Figure => ({
    label,
    kop: data?.[name].sum_kop ?? (totals.isError ? null : undefined),
    note: data ? formatCount(data[name].count, PARTNERS) : '',
    search: '',
    ...overrides,
  });
  const pendingKop = data && data.hold.sum_kop + data.review.sum_kop;
  return (
    <Figures
      figures={[
        figure('Можно выплатить', 'ready', { search: '?due=ready' }),
        figure('Пока нельзя', 'blocked', {
          ...(data && { note: describeBlocked(data.blocked) }),
          hasLongNote: true,
          search: '?due=blocked',
        }),
        // Always rendered, because a figure that appears later would shift the others.
        figure('Долги', 'debts', { search: '?due=debts' }),
        figure('На удержании', 'hold', {
          ...(pendingKop !== undefined && { kop: pendingKop }),
          ...(next && { note: `${formatDay(next.date)}: +${formatMoney(next.amount_kop)}` }),
          hasLongNote: true,
          search: '?tab=accruals&status=hold,review',
        }),
        figure('В пути', 'under_way', { search: `?tab=payments&status=${OPEN_PAYMENT_STATES}` }),
        figure('Выплачено', 'paid', { search: '?tab=payments&status=paid' }),
      ]}
    />
  );
}
