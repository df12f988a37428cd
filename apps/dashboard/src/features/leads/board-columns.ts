import { type Lead, leadRoutes } from '@referral-dashboard/api-contract';
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { InputOf, ResponseOf } from '@/shared/api/call.ts';
import { buildQueryKey } from '@/shared/api/use-api-query.ts';
import { type AnyLead, isFullLead } from './lead.ts';

export type LeadPage = ResponseOf<typeof leadRoutes.leads>;
type Pages = InfiniteData<LeadPage, string | null>;

/** Last element of the query key of a board column. */
const PAGES_KEY = 'pages';

/** Query key of a board column. It starts with the key of the lead list, so invalidating the lead list includes it. */
export const getColumnKey = (query: object): QueryKey => [
  ...buildQueryKey(leadRoutes.leads, { query } satisfies InputOf<typeof leadRoutes.leads>),
  PAGES_KEY,
];

const getSearchParams = ({ queryKey }: Query) => new URLSearchParams(String(queryKey.at(-2)));
const getPages = ({ state }: Query) => (state.data as Pages | undefined)?.pages ?? [];
const getLeads = ({ results }: LeadPage) => results as AnyLead[];

/** Sort key of a lead: the value of the field, then the id. */
function getSortKey(lead: AnyLead, field: string): [number, string] {
  if (field === 'number') return [Number(lead.number.replace(/\D/g, '')), lead.id];
  return [Date.parse(field === 'updated_at' ? lead.updated_at : lead.created_at), lead.id];
}

/** Returns true if `a` comes before `b` in this order. */
function isBefore(a: AnyLead, b: AnyLead, ordering: string): boolean {
  const field = ordering.replace('-', '');
  const [[valueOfA, idOfA], [valueOfB, idOfB]] = [getSortKey(a, field), getSortKey(b, field)];
  const isLess = valueOfA === valueOfB ? idOfA < idOfB : valueOfA < valueOfB;
  return isLess !== ordering.startsWith('-');
}

/** Inserts the lead at its position. A position beyond the loaded pages is skipped. */
function insertLead(pages: readonly LeadPage[], lead: Lead, ordering: string): LeadPage[] {
  const pageIndex = pages.findIndex((page) => getLeads(page).some((item) => isBefore(lead, item, ordering)));
  const isLast = pageIndex < 0 && pages.at(-1)?.next === null;
  const targetIndex = isLast ? pages.length - 1 : pageIndex;
  return pages.map((page, index) => {
    if (index !== targetIndex) return page;
    const leads = getLeads(page);
    const before = leads.filter((item) => !isBefore(lead, item, ordering));
    return { ...page, results: [...before, lead, ...leads.slice(before.length)] } as LeadPage;
  });
}

/**
 * Moves a lead to its new position in the cached board columns with two or more pages, because a refetch of these columns
 * requests every page in sequence. Returns a predicate for the updated queries, which do not need a refetch.
 */
export function moveInColumns(client: QueryClient, lead: AnyLead): (query: Query) => boolean {
  const updatedQueries = new Set<Query>();
  const columns = client
    .getQueryCache()
    .findAll({ queryKey: buildQueryKey(leadRoutes.leads), type: 'active' })
    .filter(({ queryKey }) => queryKey.at(-1) === PAGES_KEY);
  const containsLead = (query: Query) =>
    getPages(query).some((page) => getLeads(page).some(({ id }) => id === lead.id));
  // A lead opened by its URL can be outside the filters of the board, so the columns are refetched instead.
  if (!isFullLead(lead) || !columns.some(containsLead)) return () => false;
  for (const query of columns) {
    const isIdle = query.state.fetchStatus === 'idle';
    if (!isIdle || getPages(query).length < 2) continue;
    const searchParams = getSearchParams(query);
    client.setQueryData<Pages>(query.queryKey, (data) => {
      if (data === undefined) return data;
      const pagesWithoutLead = data.pages.map(
        (page) => ({ ...page, results: getLeads(page).filter(({ id }) => id !== lead.id) }) as LeadPage,
      );
      const isTargetColumn = searchParams.get('status') === lead.status;
      return {
        ...data,
        pages: isTargetColumn
          ? insertLead(pagesWithoutLead, lead, searchParams.get('ordering') ?? '')
          : pagesWithoutLead,
      };
    });
    updatedQueries.add(query);
  }
  return (query) => updatedQueries.has(query);
}
