import { type Lead, type LeadStatus, leadRoutes } from '@referral-dashboard/api-contract';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '@/shared/api/use-api.ts';
import type { ListModel } from '@/shared/list/use-list.ts';
import { getColumnKey, type LeadPage } from '../board-columns.ts';
import { type AnyLead, isFullLead } from '../lead.ts';

/** Page sizes. Wide screens load further pages on scroll; phones and print show only the first page. */
export const FIRST_PAGE_SIZE = 25;
const NEXT_PAGE_SIZE = 100;

/** Joins the pages. A lead that changes between two requests can be on both pages, so duplicates are removed. */
function joinPages({ pages }: InfiniteData<LeadPage>) {
  const [firstPage] = pages;
  const leads = pages.flatMap(({ results }): Lead[] => (results as AnyLead[]).filter(isFullLead));
  return {
    leads: [...new Map(leads.map((lead) => [lead.id, lead])).values()],
    /** Number of leads on the first page. `hasMore` is true if there are more pages. */
    firstPageCount: firstPage?.results.length ?? 0,
    hasMore: (firstPage?.next ?? null) !== null,
  };
}

export type Column = ReturnType<typeof useColumn>;

/** Infinite query of the leads with one status, with the filters and the sort order of the list. */
export function useColumn({ criteria, ordering }: ListModel<AnyLead>, state: LeadStatus) {
  const api = useApi();
  const query: object = { ...criteria, ordering, status: state };
  return useInfiniteQuery({
    queryKey: getColumnKey(query),
    queryFn: ({ pageParam: cursor, signal }): Promise<LeadPage> => {
      const pageQuery =
        cursor === null
          ? { page_size: String(FIRST_PAGE_SIZE) }
          : { page_size: String(NEXT_PAGE_SIZE), cursor };
      return api.call(leadRoutes.leads, { query: { ...query, ...pageQuery } as object }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    select: joinPages,
  });
}
