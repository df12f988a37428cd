import { homeRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { getDefault, parseQuery } from '@/shared/list/address.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import type { FigureFilters } from './filters/use-figure-filters.ts';

/** Period and filters of the top lists. No list is filtered by its own dimension. */
export type TopFilters = FigureFilters & { from?: string; to?: string; limit?: '5' | '12' };

/** Best partners, programs and sources of a period, in the order of the URL. */
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
