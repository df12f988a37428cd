import { homeRoutes } from '@referral-dashboard/api-contract';
import { parseQuery } from '@/shared/list/address.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import type { Days } from './days.ts';

const OFF = 'off';

/** Period from the URL. The default is the last 30 days, compared with the previous period. */
export function usePeriod() {
  const { params, get, change } = useAddress();
  const { from, to } = parseQuery(homeRoutes.homeSummary, params);
  return {
    // A period that ends before it starts is ignored.
    query: from && to && from > to ? {} : { ...(from && { from }), ...(to && { to }) },
    choose: (days: Days) => change({ from: days.from, to: days.to }),
    /** Compares with the previous period. */
    isCompared: get('compare') !== OFF,
    compare: (isCompared: boolean) => change({ compare: isCompared ? null : OFF }, { replace: true }),
  };
}
