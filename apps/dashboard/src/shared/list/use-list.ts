import { useWindowEvent } from '@mantine/hooks';
import type { Page, RouteContract } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiQuery } from '../api/use-api-query.ts';
import { ALL_STATES, addOpeningStates, getDefault, parseQuery } from './address.ts';
import type { ListDefinition, ListItem } from './definition.ts';
import { useSelection } from './selection/use-selection.ts';
import { useListView } from './table/use-list-view.ts';
import { useRowFocus } from './table/use-row-focus.ts';
import { type Address, useAddress } from './use-address.ts';

export type ListModel<Item extends ListItem> = ReturnType<typeof useList<Item>>;

const PAGING = ['ordering', 'cursor', 'page_size'];
const without = (query: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

/** Loads the page of rows that the URL selects. */
export function usePage<Item>(route: RouteContract, { params }: Address, isEnabled = true) {
  const query = parseQuery(route, params);
  const page = useApiQuery(route, { query: query as never }, { keepPrevious: true, enabled: isEnabled });
  // The response is validated; only its static type is lost, because `route` is generic.
  return { query, page, answer: page.data as Page<Item> | undefined };
}

/**
 * State and data of a list, controlled by the URL: the query, the rows, the selection and the open row.
 *
 * @param isSelectable True if rows have a checkbox.
 * @param isEnabled False skips the row request, for a board that loads its own rows.
 */
export function useList<Item extends ListItem>(
  definition: ListDefinition<Item>,
  isSelectable: boolean,
  isEnabled: boolean,
) {
  const address = useAddress((params) =>
    addOpeningStates(definition.page, definition.openingStates ?? [], params),
  );
  const view = useListView(definition, address, isSelectable);
  const { query, page, answer } = usePage<Item>(definition.page, address, isEnabled);
  const hasCounts = definition.counts !== undefined;
  const countsRoute = definition.counts ?? definition.page;
  const counts = useApiQuery(
    countsRoute,
    { query: parseQuery(countsRoute, address.params) as never },
    { keepPrevious: true, enabled: hasCounts },
  );
  const countsData = hasCounts ? counts.data : undefined;

  const isPressing = useIsPressing(page.isPending);
  const {
    more: isMore = false,
    sums,
    ...countBy
  } = (countsData ?? {}) as Partial<Record<string, number>> & {
    more?: boolean;
    sums?: Record<string, number>;
  };
  const items = answer?.results ?? [];
  const sumCounts = (states: readonly string[]) => {
    if (countsData === undefined) return undefined;
    const sum = (states.length === 0 ? ['all'] : states).reduce((all, one) => all + (countBy[one] ?? 0), 0);
    // If the counts are lower bounds, zero means unknown.
    return isMore && sum === 0 ? undefined : sum;
  };

  const filter = without(query, PAGING);
  const states = query['status']?.split(',') ?? [];
  const total = sumCounts(states);
  const totalKop =
    sums && (states.length === 0 ? ['all'] : states).reduce((all, one) => all + (sums[one] ?? 0), 0);
  const filterNames = definition.filters.flatMap((one) =>
    one.kind === 'period' ? [one.from, one.to] : [one.name],
  );
  // Without any row, an empty tab is as blank as the list.
  const hasNoRows = sumCounts([]) === 0;
  const criteria = without(filter, ['status']);
  return {
    definition,
    address,
    view,
    page,
    items,
    next: answer?.next ?? null,
    previous: answer?.previous ?? null,
    sumCounts,
    total,
    /** Sum of all matching rows in kopecks; undefined when the server does not return sums. */
    totalKop,
    /** True when the counts are lower bounds. */
    isMore,
    states,
    /** URL parameter changes that select the rows with these states, or all rows. */
    selectStates: (selected: readonly string[]) => ({
      status: selected.length > 0 || definition.openingStates === undefined ? selected : ALL_STATES,
    }),
    /** Active filters including the tab. Exports and bulk actions use them. */
    filter,
    /** Active filters and search, without the tab. */
    criteria,
    /** True when the list has no rows even without filters. */
    isBlank:
      !isPressing &&
      (isEnabled ? page.isSuccess && items.length === 0 && !query['cursor'] : total === 0) &&
      Object.keys(hasNoRows ? criteria : filter).length === 0,
    /** Changes that reset all filters and the search. */
    resetChanges: Object.fromEntries([...filterNames, 'search'].map((name) => [name, null])),
    ordering: query['ordering'] ?? getDefault(definition.page, 'ordering'),
    pageSize: Number(query['page_size'] ?? getDefault(definition.page, 'page_size')),
    openId: address.get('id') || null,
    rowFocus: useRowFocus(),
    selection: useSelection(items, filter, total ?? items.length),
  };
}

/** True from a pointer press during loading until the press ends, so that the pressed element is not removed. */
function useIsPressing(isPending: boolean): boolean {
  const [isPressing, setPressing] = useState(false);
  // `click` fires after `pointerup`.
  const release = () => isPressing && setTimeout(() => setPressing(false));
  useWindowEvent('pointerdown', () => isPending && setPressing(true));
  useWindowEvent('pointerup', release);
  useWindowEvent('pointercancel', release);
  return isPressing;
}
