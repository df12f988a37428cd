import { type Lead, leadRoutes } from '@referral-dashboard/api-contract';
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '../../shared/api/call.ts';
import { keyOf } from '../../shared/api/use-read.ts';
import { type AnyLead, isWhole } from './lead.ts';

export type LeadPage = AnswerOf<typeof leadRoutes.leads>;
type Pages = InfiniteData<LeadPage, string | null>;

/** Last element of the query key of a board column. */
const PAGES = 'pages';

/** Query key of a board column. It starts with the key of the lead list, so invalidating the lead list includes it. */
export const columnKey = (query: object): QueryKey => [
  ...keyOf(leadRoutes.leads, { query } satisfies InputOf<typeof leadRoutes.leads>),
  PAGES,
];

const askedOf = ({ queryKey }: Query) => new URLSearchParams(String(queryKey.at(-2)));
const pagesOf = ({ state }: Query) => (state.data as Pages | undefined)?.pages ?? [];
const leadsOf = ({ results }: LeadPage) => results as AnyLead[];

/** Sort key of a lead: the value of the field, then the id. */
function placeOf(lead: AnyLead, field: string): [number, string] {
  if (field === 'number') return [Number(lead.number.replace(/\D/g, '')), lead.id];
  return [Date.parse(field === 'updated_at' ? lead.updated_at : lead.created_at), lead.id];
}

/** Returns true if `one` comes before `other` in this order. */
function isBefore(one: AnyLead, other: AnyLead, ordering: string): boolean {
  const field = ordering.replace('-', '');
  const [[value, id], [otherValue, otherId]] = [placeOf(one, field), placeOf(other, field)];
  const isLess = value === otherValue ? id < otherId : value < otherValue;
  return isLess !== ordering.startsWith('-');
}

/** Inserts the lead at its position. A position beyond the loaded pages is skipped. */
function withLead(pages: readonly LeadPage[], lead: Lead, ordering: string): LeadPage[] {
  const at = pages.findIndex((page) => leadsOf(page).some((one) => isBefore(lead, one, ordering)));
  const isEnd = at < 0 && pages.at(-1)?.next === null;
  const place = isEnd ? pages.length - 1 : at;
  return pages.map((page, index) => {
    if (index !== place) return page;
    const leads = leadsOf(page);
    const before = leads.filter((one) => !isBefore(lead, one, ordering));
    return { ...page, results: [...before, lead, ...leads.slice(before.length)] } as LeadPage;
  });
}

/**
 * Moves a lead to its new position in the cached board columns with two or more pages, because a refetch of these columns
 * requests every page in sequence. Returns a predicate for the updated queries, which do not need a refetch.
 */
export function placeInColumns(client: QueryClient, lead: AnyLead): (query: Query) => boolean {
  const placed = new Set<Query>();
  const columns = client
    .getQueryCache()
    .findAll({ queryKey: keyOf(leadRoutes.leads), type: 'active' })
    .filter(({ queryKey }) => queryKey.at(-1) === PAGES);
  const has = (query: Query) => pagesOf(query).some((page) => leadsOf(page).some(({ id }) => id === lead.id));
  // A lead opened by its URL can be outside the filters of the board, so the columns are refetched instead.
  if (!isWhole(lead) || !columns.some(has)) return () => false;
  for (const query of columns) {
    const isIdle = query.state.fetchStatus === 'idle';
    if (!isIdle || pagesOf(query).length < 2) continue;
    const asked = askedOf(query);
    client.setQueryData<Pages>(query.queryKey, (data) => {
      if (data === undefined) return data;
      const without = data.pages.map(
        (page) => ({ ...page, results: leadsOf(page).filter(({ id }) => id !== lead.id) }) as LeadPage,
      );
      const isHere = asked.get('status') === lead.status;
      return { ...data, pages: isHere ? withLead(without, lead, asked.get('ordering') ?? '') : without };
    });
    placed.add(query);
  }
  return (query) => placed.has(query);
}
