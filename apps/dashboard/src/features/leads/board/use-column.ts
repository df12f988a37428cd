import { type Lead, type LeadStatus, leadRoutes } from '@referral-dashboard/api-contract';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/use-api.ts';
import type { ListModel } from '../../../shared/list/use-list.ts';
import { columnKey, type LeadPage } from '../columns.ts';
import { type AnyLead, isWhole } from '../lead.ts';

/** Page sizes. Wide screens load further pages on scroll; phones and print show only the first page. */
export const FIRST = 25;
const FURTHER = 100;

/** Joins the pages. A lead that changes between two requests can be on both pages, so duplicates are removed. */
function joined({ pages }: InfiniteData<LeadPage>) {
  const [first] = pages;
  const leads = pages.flatMap(({ results }): Lead[] => (results as AnyLead[]).filter(isWhole));
  return {
    leads: [...new Map(leads.map((lead) => [lead.id, lead])).values()],
    /** Number of leads on the first page. `goesOn` is true if there are more pages. */
    first: first?.results.length ?? 0,
    goesOn: (first?.next ?? null) !== null,
  };
}

export type Column = ReturnType<typeof useColumn>;

/** Infinite query of the leads with one status, with the filters and the sort order of the list. */
export function useColumn({ narrowing, ordering }: ListModel<AnyLead>, state: LeadStatus) {
  const api = useApi();
  const query: object = { ...narrowing, ordering, status: state };
  return useInfiniteQuery({
    queryKey: columnKey(query),
    queryFn: ({ pageParam: cursor, signal }): Promise<LeadPage> => {
      const page = cursor === null ? { page_size: String(FIRST) } : { page_size: String(FURTHER), cursor };
      return api.call(leadRoutes.leads, { query: { ...query, ...page } as object }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    select: joined,
  });
}
