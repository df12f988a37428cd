import { homeRoutes } from '@referral-dashboard/api-contract';
import { queryOf } from '../../../shared/list/address.ts';
import { useAddress } from '../../../shared/list/use-address.ts';
import type { Days } from './days.ts';

const OFF = 'off';

/** Period of the figures, as the address has it. Without days the last 30, and they are compared. */
export function usePeriod() {
  const { params, get, change } = useAddress();
  const { from, to } = queryOf(homeRoutes.homeSummary, params);
  return {
    // Of a period turned about the server would make nothing.
    query: from && to && from > to ? {} : { ...(from && { from }), ...(to && { to }) },
    choose: (days: Days) => change({ from: days.from, to: days.to }),
    /** The period before stands beside it. */
    isCompared: get('compare') !== OFF,
    compare: (isCompared: boolean) => change({ compare: isCompared ? null : OFF }, { replace: true }),
  };
}
