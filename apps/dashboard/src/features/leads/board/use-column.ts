import { type Lead, type LeadStatus, leadRoutes } from '@referral-dashboard/api-contract';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/use-api.ts';
import type { ListModel } from '../../../shared/list/use-list.ts';
import { columnKey, type LeadPage } from '../columns.ts';
import { type AnyLead, isWhole } from '../lead.ts';

/** Leads of the first page, the only one of a phone, and of those that are asked for once somebody scrolls. */
export const FIRST = 25;
const FURTHER = 100;

/** One that is changed while pages are read may come twice. */
function joined({ pages }: InfiniteData<LeadPage>) {
  const [first] = pages;
  const leads = pages.flatMap(({ results }): Lead[] => (results as AnyLead[]).filter(isWhole));
  return {
    leads: [...new Map(leads.map((lead) => [lead.id, lead])).values()],
    /** Number of leads of the first page, and whether there are others. */
    first: first?.results.length ?? 0,
    goesOn: (first?.next ?? null) !== null,
  };
}

export type Column = ReturnType<typeof useColumn>;

/** The leads of a state under the filters of a list, page after page. */
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
