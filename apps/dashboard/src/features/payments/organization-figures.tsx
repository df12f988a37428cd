import { accrualRoutes, type PayoutTotals, paymentRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '../../shared/api/use-api-query.ts';
import { formatCount } from '../../shared/format/count.ts';
import { formatDay } from '../../shared/format/date.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { type Figure, Figures } from './figures.tsx';

const PARTNERS = ['партнер', 'партнера', 'партнеров'] as const;
const REASONS = ['причина', 'причины', 'причин'] as const;
const PENDING_STATUSES = ['requested', 'draft', 'approved', 'processing', 'failed'];

/** Number of blocked partners and number of blocking reasons. */
const describeBlocked = ({ count, reasons }: PayoutTotals['blocked']) =>
  [formatCount(count, PARTNERS), ...(reasons.length > 0 ? [formatCount(reasons.length, REASONS)] : [])].join(
    ', ',
  );

/** All earnings of partners by payment state. Every kopeck is counted in exactly one figure. */
export function OrganizationFigures() {
  const totals = useApiQuery(paymentRoutes.payoutTotals, {});
  const { data: counts } = useApiQuery(accrualRoutes.accrualCounts, { query: {} });
  const { data } = totals;
  const next = counts?.next_release;
  const figure = (
    label: string,
    name: keyof Omit<PayoutTotals, 'held_up'>,
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
        figure('Можно заплатить', 'ready', { search: '?due=ready' }),
        figure('Нельзя сейчас', 'blocked', {
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
        figure('В пути', 'under_way', { search: `?tab=payments&status=${PENDING_STATUSES}` }),
        figure('Выплачено', 'paid', { search: '?tab=payments&status=paid' }),
      ]}
    />
  );
}
