import { homeRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { getDefault, parseQuery } from '@/shared/list/address.ts';
import { useAddress } from '@/shared/list/use-address.ts';

/** Period, and the program if the top lists are those of one program. */
export type TopFilters = { from?: string; to?: string; program?: string; limit?: '5' | '12' };

/** Best partners and sources of a period, in the order of the URL. */
export function useTop(filters: TopFilters) {
  const { params } = useAddress();
  const by = parseQuery(homeRoutes.homeTop, params)['by'] ?? getDefault(homeRoutes.homeTop, 'by');
  const query = useApiQuery(
    homeRoutes.homeTop,
    { query: { ...filters, by: by as 'won' } },
    { keepPrevious: true, isLive: true },
  );
  return { by, query };
}
