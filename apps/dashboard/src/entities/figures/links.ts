import type { To } from 'react-router-dom';
import { createLocation, paths } from '@/shared/paths.ts';
import type { Days } from './period/days.ts';

type Filters = Readonly<Record<string, string>>;

const getCreatedFilter = ({ from, to }: Days) => ({ created_from: from, created_to: to });

/** All lead statuses except duplicates, which the lead figure does not count. */
export const COUNTED_LEAD_STATUSES = 'new,in_progress,qualified,won,lost,rejected';

/** All accrual statuses that the rewards figure sums. */
const COUNTED_ACCRUAL_STATUSES = 'hold,review,available,reserved,paid';

/** Link to leads with the given statuses, of a period if one is given. */
export const getLeadsLink = (days: Days | null, status: string, filters: Filters = {}): To =>
  createLocation(paths.leads, { status, ...(days && getCreatedFilter(days)), ...filters });

/** Link to the accruals that the rewards figure sums, of a period if one is given. */
export const getAccrualsLink = (days: Days | null, filters: Filters = {}): To =>
  createLocation(paths.payments, {
    tab: 'accruals',
    status: COUNTED_ACCRUAL_STATUSES,
    ...(days && getCreatedFilter(days)),
    ...filters,
  });

/** Link to payments made in a period. */
export const getPaidPaymentsLink = ({ from, to }: Days, filters: Filters = {}): To =>
  createLocation(paths.payments, {
    tab: 'payments',
    status: 'paid',
    paid_from: from,
    paid_to: to,
    ...filters,
  });
