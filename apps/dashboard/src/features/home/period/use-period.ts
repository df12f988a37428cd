import { homeRoutes } from '@referral-dashboard/api-contract';
import { queryOf } from '../../../shared/list/address.ts';
import { useAddress } from '../../../shared/list/use-address.ts';

/** The days that the figures are about, as the address has them; none of them: the last 30. */
export function usePeriod() {
  const { params, change } = useAddress();
  const { from, to } = queryOf(homeRoutes.homeSummary, params);
  // Of a period turned about the server would make nothing.
  const query = from && to && from > to ? {} : { ...(from && { from }), ...(to && { to }) };
  return { query, choose: (from: string | null, to: string | null) => change({ from, to }) };
}
